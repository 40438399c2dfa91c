// What other layers use of this part.

export { PRESETS, type Preset, presetRules } from './presets.js'
export {
  isNamed,
  STRIP_KINDS,
  type StripKind,
  type StripRule,
  type ToolMode,
  type Where,
  type ZoneUnit,
} from './rule.js'
export { softStrip } from './soft.js'
export { strip } from './strip.js'
