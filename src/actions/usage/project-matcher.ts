// Which directories a project filter means.

import { join, resolve } from 'node:path'

/** `.` and `/a/b` are that directory and all below it; a name is also a part of others. */
export function projectMatcher(project: string, cwd: string, home: string): (directory: string | null) => boolean {
  const isPath = /^[./\\~]/.test(project)
  const directory = project.startsWith('~') ? join(home, project.slice(1)) : resolve(cwd, project)
  const part = project.toLowerCase()
  return one =>
    one !== null &&
    (one === directory ||
      (isPath ? one.startsWith(`${directory}/`) || one.startsWith(`${directory}\\`) : one.toLowerCase().includes(part)))
}
