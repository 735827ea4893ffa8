/** A menu entry and, below it, why it cannot be used. */
export function MenuHint({ name, hint }: { name: string; hint: string }) {
  return (
    <span className="menu-hint">
      {name}
      <small>{hint}</small>
    </span>
  )
}
