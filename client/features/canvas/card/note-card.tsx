import { memo, Suspense } from 'react'
import type { NodeProps } from 'reactflow'
import { useShallow } from 'zustand/react/shallow'
import { lazily } from '#client/components/on-demand.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useDraft } from '../fields/fields.ts'
import { setInput } from '../graph/edit.ts'
import type { GraphNode } from '../graph/flow-graph.ts'
import { useNodeData } from '../store/card-view.ts'
import { useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { useResize } from './use-resize.ts'

// Markdown is loaded with the first rendered note.
const TextPreview = lazily(async () => (await import('../fields/text-preview.tsx')).TextPreview)

export const noteColors = ['glaze', 'mint', 'sky', 'rose', 'stone'] as const
export type NoteColor = (typeof noteColors)[number]

/** Files of other editors may have unknown colors. */
export function noteColorOf(value: unknown): NoteColor {
  return noteColors.find((color) => color === value) ?? 'glaze'
}

/** A note on the canvas, as Markdown. */
export const NoteCard = memo(
  function NoteCard({ id, selected }: Pick<NodeProps, 'id' | 'selected'>) {
    const { nodes } = useTexts()
    const store = useCanvasStore()
    const color = useNodeData(id, (data) => noteColorOf(data.noteColor)) ?? 'glaze'
    const text = useNodeData(id, (data) => String(data.inputs.note ?? '')) ?? ''
    const size = useCanvasOf(
      id,
      useShallow(({ graph }) => chosenSize(graph.nodes.get(id))),
    )
    const grip = useResize(id, 'note')
    const draft = useDraft(text, (note) => {
      store
        .getState()
        .act({ name: 'edit', what: nodes.note }, (graph) => setInput(graph, id, 'note', note), `${id} note`)
      return true
    })
    return (
      <section
        className="note text-primary round-4 relative no-outline width-300"
        data-node={id}
        data-testid={`node-${id}`}
        data-selected={selected || undefined}
        style={{ background: `var(--joy-palette-note-${color})`, ...size }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a note is chosen, moved and deleted with keys
        tabIndex={0}
        aria-label={nodes.note}
        onContextMenu={(event) => {
          event.preventDefault()
          store.getState().put({ nodeMenu: { node: id, at: { x: event.clientX, y: event.clientY } } })
        }}
      >
        {selected || text.trim() === '' ? (
          <textarea
            className="nodrag nowheel block full-width unpadded no-background borderless inherits-color no-outline"
            aria-label={nodes.noteText}
            placeholder={nodes.noteHint}
            value={draft.text}
            onChange={({ target }) => draft.change(target.value)}
            {...draft.focus}
          />
        ) : (
          <div className="note-words clips breaks-anywhere">
            <Suspense fallback={<p className="note-plain pre-wrap">{text}</p>}>
              <TextPreview text={text} />
            </Suspense>
          </div>
        )}
        {selected && <div className="resize-corner nodrag" aria-hidden="true" {...grip} />}
      </section>
    )
  },
  (before, after) => before.id === after.id && before.selected === after.selected,
)

/** A note without a stored size is as high as its text. */
function chosenSize(node: GraphNode | undefined): { width?: number; minHeight?: number } {
  const [width, height] = [node?.width, node?.height]
  return {
    ...(typeof width === 'number' && { width }),
    ...(typeof height === 'number' && { minHeight: height }),
  }
}
