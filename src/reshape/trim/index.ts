// What other layers use of this part.

export { climb, type Rung } from './climb.js'
export {
  type Ladder,
  TRIM_STEP_TEXTS,
  TRIM_STEPS,
  type TrimItem,
  type TrimOptions,
  type TrimStep,
  trimLadder,
} from './ladder.js'
export { trim } from './trim.js'
