// Thrown for I/O trouble and misuse only; everything that a session itself can contain is a Finding.

/** 1: the answer is negative. 2: the call was wrong. 3: input or output failed. */
export type ExitCode = 1 | 2 | 3

export class RethreadError extends Error {
  readonly code: string
  readonly exitCode: ExitCode

  constructor(code: string, exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.code = code
    this.exitCode = exitCode
  }
}

/** The call was wrong: an unknown session, a bad flag value. The message says what was expected. */
export class InputError extends RethreadError {
  constructor(code: string, message: string, cause?: unknown) {
    super(code, 2, message, cause)
  }
}

/** Reading or writing failed. */
export class StorageError extends RethreadError {
  constructor(code: string, message: string, cause?: unknown) {
    super(code, 3, message, cause)
  }
}
