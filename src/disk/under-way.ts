// Is this process changing files? Then it ends better after it has taken them back, or has come to the end.

let changes = 0

export function changeBegins(): void {
  changes++
}

export function changeEnds(): void {
  changes--
}

export function isChanging(): boolean {
  return changes > 0
}
