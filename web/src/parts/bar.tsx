/** A share as a bar; the words beside it say the same. */
export function Bar({ share, label }: { readonly share: number; readonly label: string }) {
  const part = Math.max(0, Math.min(1, share))
  return (
    <span className={part > 0.8 ? 'bar high' : 'bar'} role="img" aria-label={label} title={label}>
      <span style={{ width: `${part * 100}%` }} />
    </span>
  )
}
