import { kindOutlines } from '#client/components/kind-glyph.tsx'
import type { Kind } from '#shared/kinds.ts'
import { detailOf } from '../card/detail.ts'
import { bendOf } from '../wires/wire-ends.ts'
import type { FarColors } from './colors.ts'
import { within } from './grid.ts'
import { paintMarks } from './marks.ts'
import type { Box } from './place.ts'
import type { FarCard, FarWire, Scene } from './scene.ts'
import { shortName } from './short-name.ts'

type Pen = CanvasRenderingContext2D

/** From this zoom on a name is larger than 6 px. */
const namesFrom = 0.13
const bar = 14
const [inset, glyphSize, lineHeight] = [30, 64, 52]

/** Paints what of a scene is within a box. Lengths are those of the canvas, as cards measure: the pen has been told how large they are. */
export function paintFar(pen: Pen, { cards, wires }: Scene, box: Box, colors: FarColors, zoom: number) {
  paintWires(pen, within(wires, box, reachOf), colors, zoom)
  const inBox = within(cards, box, boxOf)
  for (const [isOff, members] of Map.groupBy(inBox, (card) => card.isOff)) {
    pen.globalAlpha = isOff ? 0.4 : 1
    for (const [kind, alike] of Map.groupBy(members, (card) => card.kind)) {
      paintKind(pen, alike, kind, colors, zoom)
    }
  }
  pen.globalAlpha = 1
  if (zoom >= namesFrom) {
    paintNames(pen, inBox, colors)
  }
  paintMarks(pen, inBox, colors, zoom)
}

export function isEmptyAt({ cards, wires }: Scene, box: Box): boolean {
  return within(cards, box, boxOf).length === 0 && within(wires, box, reachOf).length === 0
}

const boxOf = (card: FarCard) => card.box
const reachOf = (wire: FarWire) => wire.reach

/** How far the picture of a card or a wire reaches beyond its box. */
export function rimOf(zoom: number): number {
  return 2 + Math.max(6, 2 / zoom)
}

/** Sheets in a breath of their kind's colour, its bar at their side, and its sign or the provider's letters: large where there is no name beside it. */
function paintKind(pen: Pen, cards: readonly FarCard[], kind: Kind, colors: FarColors, zoom: number) {
  pen.beginPath()
  for (const { box } of cards) {
    pen.roundRect(box.left, box.top, box.right - box.left, box.bottom - box.top, 14)
  }
  pen.fillStyle = colors.surface
  pen.fill()
  pen.fillStyle = colors.kinds[kind]
  const { globalAlpha } = pen
  pen.globalAlpha = globalAlpha * 0.08
  pen.fill()
  pen.globalAlpha = globalAlpha
  pen.strokeStyle = colors.line
  pen.lineWidth = 1 / zoom
  pen.stroke()

  const outline = outlineOf(kind)
  const isNamed = zoom >= namesFrom
  const size = isNamed ? glyphSize : 2 * glyphSize
  const before = pen.getTransform()
  pen.font = `600 ${size * 0.72}px ${colors.font}`
  pen.textBaseline = 'top'
  for (const { box, letters } of cards) {
    pen.fillRect(box.left, box.top, Math.max(bar, 2 / zoom), box.bottom - box.top)
    const x = isNamed ? box.left + inset : (box.left + box.right - size) / 2
    const y = isNamed ? box.top + inset : (box.top + box.bottom - size) / 2
    if (letters !== undefined) {
      pen.fillText(letters, x, y + size * 0.14)
      continue
    }
    pen.translate(x, y)
    pen.scale(size / 16, size / 16)
    pen.fill(outline, 'evenodd')
    pen.setTransform(before)
  }
}

const outlines = new Map<Kind, Path2D>()

/** Known shapes are made into paths once. */
function outlineOf(kind: Kind): Path2D {
  const outline = outlines.get(kind) ?? new Path2D(kindOutlines[kind])
  outlines.set(kind, outline)
  return outline
}

function paintNames(pen: Pen, cards: readonly FarCard[], { text, font }: FarColors) {
  pen.fillStyle = text
  pen.font = `600 40px ${font}`
  pen.textBaseline = 'top'
  for (const { box, label } of cards) {
    const top = box.top + inset + glyphSize + 14
    // A low card has no room below its sign.
    const isLow = box.bottom - box.top < 2 * inset + glyphSize + lineHeight
    if (isLow) {
      pen.fillText(shortName(label, mostBeside), box.left + inset + glyphSize + 12, box.top + inset + 12)
    } else {
      linesOf(label).forEach((line, index) => {
        pen.fillText(line, box.left + inset, top + index * lineHeight)
      })
    }
  }
}

/** As many letters as fit on a card of the usual width. */
const most = 12
/** Where its sign stands beside it. */
const mostBeside = 8
const lines = new Map<string, readonly string[]>()

/** A name in two lines at most, broken between words where it can be. */
function linesOf(label: string): readonly string[] {
  const known = lines.get(label)
  if (known) {
    return known
  }
  const words = label.split(/\s+/)
  let first = words.shift() ?? ''
  while (words[0] !== undefined && first.length + 1 + words[0].length <= most) {
    first += ` ${words.shift()}`
  }
  const broken = [shortName(first, most), shortName(words.join(' '), most)].filter((line) => line !== '')
  lines.set(label, broken)
  return broken
}

/** Beside cards that are drawn they look like the wires between those. */
function paintWires(pen: Pen, wires: readonly FarWire[], colors: FarColors, zoom: number) {
  const detail = detailOf({ transform: [0, 0, zoom] })
  pen.lineWidth = detail === 'full' ? 2 : 4
  pen.globalAlpha = detail === 'tile' ? 0.75 : 1
  for (const [kind, members] of Map.groupBy(wires, (wire) => wire.kind)) {
    pen.beginPath()
    for (const { from, to } of members) {
      const bend = bendOf(from, to)
      pen.moveTo(from.x, from.y)
      pen.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y)
    }
    pen.strokeStyle = colors.kinds[kind]
    pen.stroke()
  }
  pen.globalAlpha = 1
}
