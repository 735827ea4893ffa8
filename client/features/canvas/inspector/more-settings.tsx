import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useId } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { PlacedInput } from '#shared/nodes.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

type Props = {
  node: string
  fields: readonly PlacedInput[]
  /** Names of the fields that differ from their defaults. */
  changed: readonly string[]
  /** While the fields are filtered: those that match, always in sight. */
  found: readonly PlacedInput[] | undefined
  children: (fields: readonly PlacedInput[]) => ReactNode
}

/** Rarely changed settings, folded until they are opened or one of them has an issue. */
export function MoreSettings({ node, fields, changed, found, children }: Props) {
  const { nodes } = useTexts()
  const id = useId()
  const [isOpen, setOpen] = useFold(node, fields)
  if (found) {
    return (
      <>
        {found.length > 0 && <h3>{nodes.moreSettings}</h3>}
        {children(found)}
      </>
    )
  }
  if (fields.length === 0) {
    return null
  }
  const count = fields.filter(({ name }) => changed.includes(name)).length
  return (
    <section className="panel-more">
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <ChevronRight size={16} aria-hidden="true" />
          {nodes.moreSettings}
          <span>{count > 0 ? nodes.changedOf(count, fields.length) : fields.length}</span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && children(fields)}
      </div>
    </section>
  )
}

function useFold(node: string, fields: readonly PlacedInput[]) {
  const store = useCanvasStore()
  const has = (field: string | undefined) => fields.some(({ name }) => name === field)
  const hasIssue = useCanvas(({ problemsByNode }) =>
    (problemsByNode.get(node) ?? []).some((issue) => has(issue.field)),
  )
  const chosen = useCanvas(({ moreSettings }) => moreSettings.get(node))
  const isRequested = useCanvas(({ wanted }) => wanted?.node === node && has(wanted.field))
  const setOpen = (isOpen: boolean) => {
    const { moreSettings, put } = store.getState()
    put({ moreSettings: new Map(moreSettings).set(node, isOpen) })
  }
  useEffect(() => {
    if (isRequested) {
      const { moreSettings, put } = store.getState()
      put({ moreSettings: new Map(moreSettings).set(node, true) })
    }
  }, [isRequested, node, store])
  return [chosen ?? hasIssue, setOpen] as const
}
