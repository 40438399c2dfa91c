// Experiments that are not predicted, by client, each with what is known of it. A test fails when one of them is
// predicted after all, or another one is not.

export const KNOWN_DIFFERENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2.1.325': {},
  '2.0.42': {},
  '1.0.128': {},
}

export function isKnownDifference(client: string, name: string): boolean {
  return KNOWN_DIFFERENCES[client]?.[name] !== undefined
}
