// What other layers use of this part.

export { agentFiles } from './agent-files.js'
