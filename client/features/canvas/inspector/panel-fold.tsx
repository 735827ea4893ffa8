import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useId } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { PlacedInput } from '#shared/nodes.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

type FoldProps = {
  node: string
  /** Which of the node's folds. Each is remembered for as long as the canvas is open. */
  fold: 'moreSettings' | 'foldedLinks'
  label: string
  /** Right of the label, such as a count. */
  note: ReactNode
  className?: string
  /** Fields and ports inside: a request to see one of them opens the fold. */
  names: readonly string[]
  isOpenAtFirst: boolean
  children: ReactNode
}

/** A section of the inspector that opens and closes with its heading. */
export function PanelFold({
  node,
  fold,
  label,
  note,
  className = '',
  names,
  isOpenAtFirst,
  children,
}: FoldProps) {
  const id = useId()
  const store = useCanvasStore()
  const isOpen = useCanvas((state) => state[fold].get(node)) ?? isOpenAtFirst
  const isRequested = useCanvas(({ target }) => target?.node === node && names.includes(target.field))
  useEffect(() => {
    if (isRequested) {
      store.getState().put({ [fold]: new Map(store.getState()[fold]).set(node, true) })
    }
  }, [isRequested, fold, node, store])

  function toggle() {
    const state = store.getState()
    state.put({ [fold]: new Map(state[fold]).set(node, !isOpen) })
  }

  return (
    <section className={`panel-fold line-above ${className}`}>
      <h3>
        <button
          className="plain-button row border-box gap-6 full-width text-primary round-4 min-height-36"
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          <ChevronRight size={16} aria-hidden="true" />
          {label}
          <span className="text-tertiary pushed-right">{note}</span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  )
}

type Props = {
  node: string
  fields: readonly PlacedInput[]
  changed: readonly string[]
  /** Fields that match the current filter, which are always visible. */
  found: readonly PlacedInput[] | undefined
  children: (fields: readonly PlacedInput[]) => ReactNode
}

/** Rarely changed settings, collapsed until opened or one of them has an issue. */
export function MoreSettings({ node, fields, changed, found, children }: Props) {
  const { nodes } = useTexts()
  const names = fields.map(({ name }) => name)
  const hasIssue = useCanvas(({ problemsByNode }) =>
    (problemsByNode.get(node) ?? []).some(({ field }) => field !== undefined && names.includes(field)),
  )
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
  const count = names.filter((name) => changed.includes(name)).length
  return (
    <PanelFold
      node={node}
      fold="moreSettings"
      label={nodes.moreSettings}
      note={count > 0 ? nodes.changedOf(count, fields.length) : fields.length}
      names={names}
      isOpenAtFirst={hasIssue}
    >
      {children(fields)}
    </PanelFold>
  )
}
