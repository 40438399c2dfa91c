// What most tools take.

import { z } from 'zod'

export const session = z
  .string()
  .max(300)
  .optional()
  .describe('id, first characters of it, part of its title, or latest (default)')

export const sessionOrPlace = z
  .string()
  .max(300)
  .optional()
  .describe('session, or a place in it: 91a14000:t7, :t7..t9, :m31, :L212; default latest')

export const budget = z.int().min(200).max(100_000).optional().describe('most tokens of the answer')

export const skip = z.int().min(0).optional().describe('continue behind the first N, as the last answer said')

export const when = (which: string) => z.string().max(40).optional().describe(`${which}: 2026-06-18 or 7d`)
