import type { Thumbnail } from '#shared/flows.ts'
import type { Kind } from '#shared/kinds.ts'
import { toKind } from './kind-glyph.tsx'

export type Tile = { x: number; y: number; width: number; height: number; kind: Kind; rows: number }
export type Thread = { path: string; kind: Kind; startX: number; startY: number }

const padding = 18
/** Keeps a single node from filling the picture. */
const largestScale = 0.17

export function layOutFingerprint({ boxes, threads }: Thumbnail, width: number, height: number) {
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const wide = Math.max(...boxes.map((box) => box.x + box.width)) - left
  const high = Math.max(...boxes.map((box) => box.y + box.height)) - top
  const container = Math.min(padding, width / 8, height / 8)
  const scale = Math.min((width - 2 * container) / wide, (height - 2 * container) / high, largestScale)
  const [shiftX, shiftY] = [(width - wide * scale) / 2, (height - high * scale) / 2]

  const tiles = boxes.map(
    (box): Tile => ({
      x: shiftX + (box.x - left) * scale,
      y: shiftY + (box.y - top) * scale,
      width: box.width * scale,
      height: box.height * scale,
      kind: toKind(box.kind),
      rows: box.rows,
    }),
  )
  return { tiles, threads: layOutThreads(threads, tiles) }
}

function layOutThreads(threads: Thumbnail['threads'], tiles: Tile[]): Thread[] {
  return threads.flatMap((thread) => {
    const [source, target] = [tiles[thread.from], tiles[thread.to]]
    if (!(source && target)) {
      return []
    }
    // Wires into one node arrive side by side, in the order of their sources, so that they do not cross.
    const arriving = threads
      .filter(({ to }) => to === thread.to)
      .toSorted((a, b) => (tiles[a.from]?.y ?? 0) - (tiles[b.from]?.y ?? 0))
    const place = (arriving.indexOf(thread) + 1) / (arriving.length + 1)
    const [startX, startY] = [source.x + source.width, source.y + source.height / 2]
    const [endX, endY] = [target.x, target.y + target.height * place]
    const bend = Math.max(8, Math.abs(endX - startX) / 2)
    const path = `M${startX} ${startY}C${startX + bend} ${startY} ${endX - bend} ${endY} ${endX} ${endY}`
    return [{ path, kind: toKind(thread.kind), startX, startY }]
  })
}
