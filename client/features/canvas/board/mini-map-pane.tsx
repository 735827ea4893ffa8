import { useCallback } from 'react'
import { MiniMap, type Node } from 'reactflow'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { viewOf } from '../card/card-view.ts'
import { noteColorOf } from '../card/note-card.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'

/** The whole flow, small, in the colours of what its nodes give. */
export function MiniMapPane() {
  const { canvas } = useTexts()
  const store = useCanvasStore()
  const color = useCallback(
    ({ id, type }: Node) => {
      const { graph, templates } = store.getState()
      const node = graph.nodes.get(id)
      if (!node) {
        return 'transparent'
      }
      return type === 'note'
        ? `var(--joy-palette-note-${noteColorOf(node.data.noteColor)})`
        : kindColor(viewOf(node, templates).kind)
    },
    [store],
  )
  return (
    <MiniMap
      pannable
      zoomable
      position="bottom-right"
      ariaLabel={canvas.minimap}
      nodeColor={color}
      nodeBorderRadius={24}
      maskColor="color-mix(in srgb, var(--joy-palette-canvas-minimap) 55%, transparent)"
      maskStrokeColor="var(--joy-palette-primary-outlinedBorder)"
      maskStrokeWidth={2}
    />
  )
}
