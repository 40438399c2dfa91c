// A path as it is read: from the directory that the session worked in.

export function fromHere(path: string, directory: string | null | undefined): string {
  return directory && path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path
}
