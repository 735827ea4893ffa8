import { useTexts } from '#client/texts/texts.tsx'
import { noteColorOf, noteColors } from '../card/note-card.tsx'
import { useNodeData } from '../card/use-card.ts'
import { setDetail } from '../graph/edit.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/** The five glazes a note can have. */
export function NoteColors({ node }: { node: string }) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const chosen = useNodeData(node, (data) => noteColorOf(data.noteColor))
  return (
    <div className="panel-body">
      <h3>{nodes.noteColor}</h3>
      <div className="note-colors" role="radiogroup" aria-label={nodes.noteColor}>
        {noteColors.map((color) => (
          <label key={color} style={{ background: `var(--joy-palette-note-${color})` }}>
            <input
              type="radio"
              name={`color ${node}`}
              checked={color === chosen}
              onChange={() =>
                store
                  .getState()
                  .act({ name: 'edit', what: nodes.noteColor }, (graph) =>
                    setDetail(graph, node, 'noteColor', color),
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
