import { useTexts } from '#client/texts/texts.tsx'
import type { ChangeCount } from '#shared/flow-diff.ts'

/** `+1 −1 ~2`, with words for those who cannot see it. */
export function ChangeSize({ count }: { count: ChangeCount | null }) {
  const { versions } = useTexts()
  if (!count) {
    return null
  }
  const { added, removed, changed } = count
  const parts = [added && `+${added}`, removed && `−${removed}`, changed && `~${changed}`].filter(Boolean)
  return (
    <span className="version-size">
      <span aria-hidden="true">{parts.join(' ')}</span>
      <span className="visually-hidden">{versions.sizeOf(added, removed, changed)}</span>
    </span>
  )
}
