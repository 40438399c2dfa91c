// A number as it stands in a sentence.

/** Whole, with a comma between thousands, whatever the locale. Not by the tables of locales: loading them takes 10 ms. */
export function figure(count: number): string {
  const whole = Math.round(count)
  return Number.isSafeInteger(whole) ? String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',') : whole.toLocaleString('en-US')
}
