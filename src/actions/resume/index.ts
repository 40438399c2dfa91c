// What other layers use of this part.

export { type ResumePlan, resume } from './resume.js'
