// Hashes and random numbers. Loading `node:crypto` takes longer than reading a small session, and commands that change
// nothing hardly ever need it: so it is loaded when it is asked for.

let loaded: typeof import('node:crypto') | undefined

export function crypto(): typeof import('node:crypto') {
  loaded ??= process.getBuiltinModule('node:crypto')
  return loaded
}
