import { useTexts } from '#client/texts/texts.tsx'
import { useNodeData } from '../card/card-view.ts'
import { noteColorOf, noteColors } from '../card/note-card.tsx'
import { areaOf, changeArea } from '../graph/areas.ts'
import { setDetail } from '../graph/edit.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** The five glazes a note or a group can have. */
export function NoteColors({ node }: { node: string }) {
  const { board, nodes } = useTexts()
  const store = useCanvasStore()
  const ofArea = useCanvas(({ graph }) => areaOf(graph.nodes.get(node))?.color)
  const ofNote = useNodeData(node, (data) => noteColorOf(data.noteColor))
  const chosen = ofArea === undefined ? ofNote : noteColorOf(ofArea)
  const title = ofArea === undefined ? nodes.noteColor : board.groupColor
  return (
    <div className="panel-body">
      <h3>{title}</h3>
      <div className="note-colors" role="radiogroup" aria-label={title}>
        {noteColors.map((color) => (
          <label key={color} style={{ background: `var(--joy-palette-note-${color})` }}>
            <input
              type="radio"
              name={`color ${node}`}
              checked={color === chosen}
              onChange={() =>
                store
                  .getState()
                  .act({ name: 'edit', what: title }, (graph) =>
                    ofArea === undefined
                      ? setDetail(graph, node, 'noteColor', color)
                      : changeArea(graph, node, { color }),
                  )
              }
            />
            {nodes.noteColors[color]}
          </label>
        ))}
      </div>
    </div>
  )
}
