import { useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { removeNodes } from '../graph/remove.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { useNodeData } from './use-card.ts'

/** This server has no such kind of node: it is kept as it is, replaced, or taken away. */
export function MissingKind({ id }: { id: string }) {
  const { board, nodes } = useTexts()
  const store = useCanvasStore()
  const name = useNodeData(id, (data) => data.name) ?? ''
  const [kept, setKept] = useState(false)
  if (kept) {
    return null
  }
  return (
    <div className="node-missing" title={nodes.missingKindText(name)}>
      <strong>{nodes.missingKind}</strong>
      <button type="button" className="link-button nodrag" onClick={() => setKept(true)}>
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
