import { kindColor } from '#client/components/kind-glyph.tsx'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { lookOfStep } from '../agent/step-kinds.ts'
import { stepTemplates } from '../agent/step-templates.ts'
import { kindOfTemplate } from '../palette/template-row.tsx'

/** The drawing of a kind of node outside the canvas, whose store is not there. */
export function drawingOf(kind: NodeSummary) {
  const color = kindColor(kindOfTemplate(kind))
  if (stepTemplates.has(kind.name)) {
    const { icon: Icon } = lookOfStep(kind.name)
    return <Icon size={16} color={color} />
  }
  const maskImage = `url("/api/v1/node-icon/${encodeURIComponent(kind.name)}")`
  return <i className="palette-drawing" style={{ color, maskImage }} />
}
