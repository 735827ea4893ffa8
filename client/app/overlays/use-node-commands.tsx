import { useState } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { findOpenCanvas } from '#client/components/open-canvas.ts'
import type { Command } from '#client/features/palette/command.ts'

/** The nodes of the open canvas. They do not change while the palette is open. */
export function useNodeCommands(): Command[] {
  const [canvas] = useState(findOpenCanvas)
  const [nodes] = useState(() => canvas?.nodes() ?? [])
  return nodes.map(({ id, name, note, kind }) => ({
    id: `node.${id}`,
    group: 'nodes',
    name,
    note,
    words: note,
    mark: <KindGlyph kind={kind} size={14} silent />,
    run: () => canvas?.show(id),
  }))
}
