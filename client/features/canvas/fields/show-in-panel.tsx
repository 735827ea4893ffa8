import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'

type Props = {
  id: string
  labelId: string
  node: string
  field: string
  label: string
  icon: LucideIcon
  children: ReactNode
}

/** On a card, a word about what there is no room for; pressing it opens the field where there is. */
export function ShowInPanel({ id, labelId, node, field, label, icon: Icon, children }: Props) {
  const { canvasFields } = useTexts()
  const store = useCanvasStore()
  return (
    <button
      id={id}
      type="button"
      className="field-well field-choice nodrag"
      aria-labelledby={`${labelId} ${id}`}
      title={canvasFields.editInPanel(label)}
      onClick={() => {
        store.getState().select([node])
        store.getState().put({ dock: 'inspector', wanted: { node, field } })
      }}
    >
      <Icon size={13} />
      <span>{children}</span>
    </button>
  )
}
