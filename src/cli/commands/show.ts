import type { Run } from '../call.js'

export const run: Run = async () => 0
