import type { FarColors } from './colors.ts'
import type { Box } from './place.ts'
import type { FarCard } from './scene.ts'

type Pen = CanvasRenderingContext2D

const dashes = [36, 24]
const solid: number[] = []

/** Rings of what is selected, at work or failed, and the dot of a problem. */
export function paintMarks(pen: Pen, cards: readonly FarCard[], colors: FarColors, zoom: number) {
  pen.lineWidth = Math.max(6, 2 / zoom)
  for (const card of cards) {
    paintRing(pen, card, colors)
    if (card.state === 'done') {
      paintDot(pen, card.box, colors.done, zoom)
    } else if (card.hasProblem) {
      paintDot(pen, card.box, colors.problem, zoom, colors.isForced)
    }
  }
  // The same pen paints the wires of the next time.
  pen.setLineDash(solid)
}

function paintRing(pen: Pen, card: FarCard, colors: FarColors) {
  const ring = ringOf(card, colors)
  if (ring !== undefined) {
    const { box, selected, state } = card
    pen.strokeStyle = ring
    pen.setLineDash(colors.isForced && !selected && state === 'running' ? dashes : solid)
    pen.strokeRect(box.left, box.top, box.right - box.left, box.bottom - box.top)
  }
}

function ringOf({ state, kind, selected }: FarCard, colors: FarColors): string | undefined {
  if (selected) {
    return colors.selection
  }
  if (state === 'running') {
    return colors.kinds[kind]
  }
  return state === 'failed' ? colors.failed : undefined
}

function paintDot(pen: Pen, { right, top }: Box, color: string, zoom: number, isSquare = false) {
  const radius = Math.max(16, 2.5 / zoom)
  pen.fillStyle = color
  pen.beginPath()
  if (isSquare) {
    pen.rect(right - 2 * radius - 10, top + 10, 2 * radius, 2 * radius)
  } else {
    pen.arc(right - radius - 10, top + radius + 10, radius, 0, 2 * Math.PI)
  }
  pen.fill()
}
