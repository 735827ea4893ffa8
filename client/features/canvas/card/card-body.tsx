import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useConnectModel } from '#client/components/connect-model.ts'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { removeNodes } from '../graph/remove.ts'
import { keyOfInput } from '../graph/shape.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { AnchorRow } from './anchor-row.tsx'
import { useCardView, useNodeData } from './card-view.ts'
import { OutputRows, ParamRow } from './param-row.tsx'

/** Everything below the head of a card at full zoom. */
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

/** A node type the server does not know: it can be kept, replaced or removed. */
export function MissingKind({ id }: { id: string }) {
  const { board, nodes } = useTexts()
  const store = useCanvasStore()
  const name = useNodeData(id, (data) => data.name) ?? ''
  const [stored, setStored] = useState(false)
  if (stored) {
    return null
  }
  return (
    <div className="node-missing" title={nodes.missingKindText(name)}>
      <strong>{nodes.missingKind}</strong>
      <button type="button" className="link-button nodrag" onClick={() => setStored(true)}>
        {nodes.keep}
      </button>
      <button
        type="button"
        className="link-button nodrag"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          store.getState().put({ replaceList: { node: id, at: { x: left, y: bottom + 4 } } })
        }}
      >
        {board.replaceMenu}
      </button>
      <button
        type="button"
        className="link-button nodrag"
        onClick={() =>
          store
            .getState()
            .act({ name: 'delete', count: 1, what: name }, (graph, templates) =>
              removeNodes(graph, [id], templates),
            )
        }
      >
        {nodes.remove}
      </button>
    </div>
  )
}

/** Names the current model on the default model's card. */
export function CurrentModel() {
  const { nodes, common } = useTexts()
  const connect = useConnectModel()
  const current = useDefaultModel()
  if (!current) {
    return null
  }
  return (
    <p className="node-current-model">
      <span title={current.providerLabel}>{nodes.currentModel(current.model)}</span>
      {connect && current.isDemo && (
        <button type="button" className="text-link nodrag" onClick={connect}>
          {common.connectModel}
        </button>
      )}
    </p>
  )
}
