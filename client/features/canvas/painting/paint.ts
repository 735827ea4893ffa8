import { kindOutlines } from '#client/components/kind-glyph.tsx'
import { type Kind, kinds } from '#shared/kinds.ts'
import { type Box, bendOf } from './geometry.ts'
import { type PaintedCard, type PaintedWire, type Scene, within } from './scene.ts'
import { detailOf } from './visible-cards.ts'

type Pen = CanvasRenderingContext2D

/** Names are drawn from this zoom on; below it they would be smaller than 6 px. */
const namesFrom = 0.13
const bar = 14
const [inset, glyphSize, lineHeight] = [30, 64, 52]

/** Paints the part of a scene within a box. Lengths are canvas units; the pen is already scaled. */
export function paintScene(pen: Pen, { cards, wires }: Scene, box: Box, colors: PaintColors, zoom: number) {
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

const boxOf = (card: PaintedCard) => card.box
const reachOf = (wire: PaintedWire) => wire.reach

/** How far a painted card or wire extends beyond its box. */
export function rimOf(zoom: number): number {
  return 2 + Math.max(6, 2 / zoom)
}

/**
 * Draws the cards of one kind: shape, color bar, and icon or the provider's initials. Icons are larger while
 * names are hidden.
 */
function paintKind(pen: Pen, cards: readonly PaintedCard[], kind: Kind, colors: PaintColors, zoom: number) {
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
  for (const { box, characters } of cards) {
    pen.fillRect(box.left, box.top, Math.max(bar, 2 / zoom), box.bottom - box.top)
    const x = isNamed ? box.left + inset : (box.left + box.right - size) / 2
    const y = isNamed ? box.top + inset : (box.top + box.bottom - size) / 2
    if (characters !== undefined) {
      pen.fillText(characters, x, y + size * 0.14)
      continue
    }
    pen.translate(x, y)
    pen.scale(size / 16, size / 16)
    pen.fill(outline, 'evenodd')
    pen.setTransform(before)
  }
}

const outlines = new Map<Kind, Path2D>()

function outlineOf(kind: Kind): Path2D {
  const outline = outlines.get(kind) ?? new Path2D(kindOutlines[kind])
  outlines.set(kind, outline)
  return outline
}

function paintNames(pen: Pen, cards: readonly PaintedCard[], { text, font }: PaintColors) {
  pen.fillStyle = text
  pen.font = `600 40px ${font}`
  pen.textBaseline = 'top'
  for (const { box, label } of cards) {
    const top = box.top + inset + glyphSize + 14
    // A low card has no space for a name below its icon.
    const isLow = box.bottom - box.top < 2 * inset + glyphSize + lineHeight
    if (isLow) {
      pen.fillText(shortName(label, maxBeside), box.left + inset + glyphSize + 12, box.top + inset + 12)
    } else {
      linesOf(label).forEach((line, index) => {
        pen.fillText(line, box.left + inset, top + index * lineHeight)
      })
    }
  }
}

/** Characters that fit on a card of the default width. */
const max = 12
/** Maximum characters beside the icon. */
const maxBeside = 8
const lines = new Map<string, readonly string[]>()

/** At most two lines, broken between words where possible. */
function linesOf(label: string): readonly string[] {
  const known = lines.get(label)
  if (known) {
    return known
  }
  const words = label.split(/\s+/)
  let first = words.shift() ?? ''
  while (words[0] !== undefined && first.length + 1 + words[0].length <= max) {
    first += ` ${words.shift()}`
  }
  const broken = [shortName(first, max), shortName(words.join(' '), max)].filter((line) => line !== '')
  lines.set(label, broken)
  return broken
}

function paintWires(pen: Pen, wires: readonly PaintedWire[], colors: PaintColors, zoom: number) {
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

const dashes = [36, 24]
const solid: number[] = []

function paintMarks(pen: Pen, cards: readonly PaintedCard[], colors: PaintColors, zoom: number) {
  pen.lineWidth = Math.max(6, 2 / zoom)
  for (const card of cards) {
    paintRing(pen, card, colors)
    if (card.state === 'done') {
      paintDot(pen, card.box, colors.done, zoom)
    } else if (card.hasProblem) {
      paintDot(pen, card.box, colors.problem, zoom, colors.isForced)
    }
  }
  // Resets the pen for the wires painted next.
  pen.setLineDash(solid)
}

function paintRing(pen: Pen, card: PaintedCard, colors: PaintColors) {
  const ring = ringOf(card, colors)
  if (ring !== undefined) {
    const { box, selected, state } = card
    pen.strokeStyle = ring
    pen.setLineDash(colors.isForced && !selected && state === 'running' ? dashes : solid)
    pen.strokeRect(box.left, box.top, box.right - box.left, box.bottom - box.top)
  }
}

function ringOf({ state, kind, selected }: PaintedCard, colors: PaintColors): string | undefined {
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

const names = {
  surface: 'background-surface',
  line: 'divider',
  text: 'text-primary',
  selection: 'canvas-selection',
  done: 'success-plainColor',
  failed: 'danger-plainColor',
  problem: 'warning-plainColor',
} as const

type Name = keyof typeof names
/** `isForced`: forced colours are active, so states must differ in shape as well. */
export type PaintColors = Record<Name, string> & {
  kinds: Record<Kind, string>
  font: string
  isForced: boolean
}

const systemColors: Record<Name, string> = {
  surface: 'Canvas',
  line: 'CanvasText',
  text: 'CanvasText',
  selection: 'Highlight',
  done: 'CanvasText',
  failed: 'CanvasText',
  problem: 'CanvasText',
}

const forcedColors = '(forced-colors: active)'

/** Resolved theme colours: a 2D canvas supports neither CSS variables nor forced colours. */
export function readColors(element: Element): PaintColors {
  const style = getComputedStyle(element)
  const font = style.getPropertyValue('--joy-fontFamily-body').trim() || 'sans-serif'
  const kindNames = Object.keys(kinds) as Kind[]
  if (matchMedia(forcedColors).matches) {
    const own = each(Object.keys(names) as Name[], (name) => systemColor(element, systemColors[name]))
    return { ...own, kinds: each(kindNames, () => own.text), font, isForced: true }
  }
  const read = (name: string) => style.getPropertyValue(`--joy-palette-${name}`).trim()
  return {
    ...each(Object.keys(names) as Name[], (name) => read(names[name])),
    kinds: each(kindNames, (kind) => read(`kind-${kind}`)),
    font,
    isForced: false,
  }
}

export function watchColors(onChange: () => void) {
  const themes = new MutationObserver(onChange)
  themes.observe(document.documentElement, { attributes: true })
  const contrast = matchMedia(forcedColors)
  contrast.addEventListener('change', onChange)
  return () => {
    themes.disconnect()
    contrast.removeEventListener('change', onChange)
  }
}

function systemColor(element: Element, keyword: string): string {
  const probe = document.createElement('i')
  probe.style.cssText = `color: ${keyword}; forced-color-adjust: none`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function each<Key extends string>(keys: readonly Key[], read: (key: Key) => string) {
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<Key, string>
}

/** Truncates a name to a number of characters, because painted text is not measured. */
function shortName(name: string, max: number): string {
  return name.length > max ? `${name.slice(0, max - 1).trimEnd()}…` : name
}
