// A number of 53 bits for a text: of a hundred million ids, two that share one are not to be expected.

/** Never 0. */
export function hashOfText(text: string): number {
  let a = 0xdeadbeef | 0
  let b = 0x41c6ce57 | 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    b = Math.imul(b ^ unit, 0x5f356495)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return 2 ** 32 * (b & 0x1fffff) + (a >>> 0) + 1
}
