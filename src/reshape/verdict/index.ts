// What other layers use of this part.

export { type Account, accountFor, brokenEdits, brokenTranscripts, saidOf } from './account.js'
export { type Basis, basisOf } from './basis.js'
export { type Examined, examination } from './examine.js'
export { saysPlain, verifyPlain } from './plain-copy.js'
export { comparedContext, type JudgedPlan, type Judgement, type Verdict, verify, verifyAgainst } from './verify.js'
