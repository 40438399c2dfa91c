// Every kind of secret that is known, the more telling ones first: where two find the same, the first gives the name.

import type { SecretRule } from './rule.js'
import { ai } from './rules/ai.js'
import { business } from './rules/business.js'
import { cloud } from './rules/cloud.js'
import { code } from './rules/code.js'
import { keys } from './rules/keys.js'
import { messages } from './rules/messages.js'
import { passwords } from './rules/passwords.js'
import { vendors } from './rules/vendors.js'

export const SECRET_RULES: readonly SecretRule[] = [
  ...ai,
  ...cloud,
  ...code,
  ...messages,
  ...business,
  ...keys,
  ...vendors,
  ...passwords,
]

/** Each once. */
export const SECRET_KINDS: readonly string[] = [...new Set(SECRET_RULES.map(rule => rule.kind))]
