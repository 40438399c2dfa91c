// Experiments that are not predicted, by client, each with what is known of it. A test fails when one of them is
// predicted after all, or another one is not.

export const KNOWN_DIFFERENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2.1.325': {
    'line-invalid-utf8': 'bytes that are no UTF-8 in a line: the client loses the line, we read it',
    'line-cut-after-colon': 'a line cut behind a colon, and the next one taken for its value',
    'line-cut-bracket-value': 'a line cut inside of a bracket: the client finds no conversation',
    'line-open-bracket-last': 'an open bracket in the last line takes the line before with it',
    'found-meta-then-sister': 'a note below a result, and another entry of the same answer below the note',
  },
  '2.0.42': {},
  '1.0.128': {},
}

export function isKnownDifference(client: string, name: string): boolean {
  return KNOWN_DIFFERENCES[client]?.[name] !== undefined
}
