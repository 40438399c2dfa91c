// A number as it stands in a sentence.

/** Whole, with a comma between thousands, whatever the locale. */
export function figure(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}
