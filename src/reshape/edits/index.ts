// What other layers use of this part.

export { inWindows } from './windows.js'
