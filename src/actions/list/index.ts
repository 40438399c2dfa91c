// What other layers use of this part.

export { LS_ORDERS, type LsOptions, type LsReport, ls } from './ls.js'
export { FIGURES_ORDERS, type SessionFigures, type SessionFiguresReport, sessionFigures } from './session-figures.js'
