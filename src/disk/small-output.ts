import { writeSync } from 'node:fs'

/** At once: setting up the stream takes longer than a small command does. A pipe that does not take it is left to it. */
export function writeSmallOutput(text: string): void {
  try {
    writeSync(1, text)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    process.stdout.write(text)
  }
}
