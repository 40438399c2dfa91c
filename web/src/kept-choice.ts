// What somebody chose once, remembered by the browser. Some browsers forbid it; then only this page knows it.

export function keptChoice(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Asked again at the next visit, then.
  }
}
