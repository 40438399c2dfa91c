// The shapes of the ids that the client and the API write.
import type { Random } from './random.js'

const HEX = '0123456789abcdef'
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export const hexId = (random: Random, length: number): string => random.letters(HEX, length)

export function uuid(random: Random): string {
  const variant = random.letters('89ab', 1)
  const tail = `${variant}${hexId(random, 3)}-${hexId(random, 12)}`
  return `${hexId(random, 8)}-${hexId(random, 4)}-4${hexId(random, 3)}-${tail}`
}

export const messageId = (random: Random): string => `msg_01${random.letters(BASE58, 22)}`
export const requestId = (random: Random): string => `req_011C${random.letters(BASE58, 20)}`
export const toolUseId = (random: Random): string => `toolu_01${random.letters(BASE58, 22)}`
export const taskId = (random: Random): string => `b${random.letters('0123456789abcdefghijklmnopqrstuvwxyz', 8)}`

/** Not a real signature: the right alphabet and length, signed by nobody. */
export function signature(random: Random, length = 180): string {
  return `Eq${random.letters(BASE64, length - 4)}==`
}
