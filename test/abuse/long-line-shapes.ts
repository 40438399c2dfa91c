// Lines that tempt a layout to look at everything again, by their length.

export const LONG_LINES: readonly (readonly [string, (n: number) => string])[] = [
  ['Chinese without a blank', n => '漢'.repeat(n)],
  ['letters with an accent at the end', n => `${'x'.repeat(n)}é`],
  ['plain letters', n => 'x'.repeat(n)],
  ['words', n => 'tide table é '.repeat(n / 12)],
  ['blanks', n => ' '.repeat(n)],
  ['tabs', n => 'é\t'.repeat(n / 2)],
  ['marks on one letter', n => `a${'\u0301'.repeat(n)}`],
]
