import { ChevronRight } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { keyOfInput } from '../graph/shape.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { AnchorRow } from './anchor-row.tsx'
import { CurrentModel } from './current-model.tsx'
import { MissingKind } from './missing-kind.tsx'
import { OutputRows } from './output-row.tsx'
import { ParamRow } from './param-row.tsx'
import { useCardView } from './use-card.ts'

/** Everything below the head of a card, seen from near. */
export function CardBody({ id }: { id: string }) {
  const unknown = useCardView(id, ({ shape }) => !shape.template)
  const isDefault = useCardView(id, ({ shape }) => shape.template?.name === 'chatDefault')
  const anchors = useCardView(id, (view) => view.anchors)
  const params = useCardView(id, (view) => view.params)
  return (
    <>
      {unknown && <MissingKind id={id} />}
      <div className="node-rows">
        {anchors.map((input) => (
          <AnchorRow key={input.id} node={id} input={input} />
        ))}
        {params.map((input) => (
          <ParamRow key={keyOfInput(input)} node={id} input={input} />
        ))}
        {isDefault && <CurrentModel />}
        <MoreSettings id={id} />
      </div>
      <OutputRows node={id} />
    </>
  )
}

function MoreSettings({ id }: { id: string }) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const total = useCardView(id, ({ more }) => more.length)
  const changed = useCardView(id, (view) => view.changed)
  if (total === 0) {
    return null
  }
  return (
    <button
      type="button"
      className="node-more nodrag"
      onClick={() => {
        store.getState().select([id])
        const { moreSettings, put } = store.getState()
        put({ dock: 'inspector', moreSettings: new Map(moreSettings).set(id, true) })
      }}
    >
      <ChevronRight size={14} />
      {nodes.moreSettings}
      <span>{changed > 0 ? nodes.changedOf(changed, total) : total}</span>
    </button>
  )
}
