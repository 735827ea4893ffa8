import type { Box } from './geometry.ts'

export type Painter = {
  /** True when there is nothing to paint in a box. */
  isEmpty: (box: Box, zoom: number) => boolean
  paint: (pen: CanvasRenderingContext2D, box: Box, zoom: number) => void
}

export type Tile = {
  /** Undefined while the tile is empty: each canvas is composited in every frame. */
  canvas: HTMLCanvasElement | undefined
  /** Position on its plate, in px. */
  left: number
  top: number
  zoom: number
  /** Tile pixels per window pixel. */
  density: number
  /** In canvas coordinates. */
  box: Box
  /** Areas to repaint. */
  spoilt: Box[]
}

/** Px of the window. */
export const tileSize = 512
/** With more changed places than this, the whole tile is painted again. */
const manyPlaces = 24
const spare: HTMLCanvasElement[] = []
const maxSpare = 12

/** `fineness`: canvas pixels per device pixel. */
export function createTile(zoom: number, column: number, row: number, fineness = 1): Tile {
  const size = tileSize / zoom
  const box = { left: column * size, top: row * size, right: (column + 1) * size, bottom: (row + 1) * size }
  return {
    canvas: undefined,
    left: column * tileSize,
    top: row * tileSize,
    zoom,
    density: (window.devicePixelRatio || 1) * fineness,
    box,
    spoilt: [box],
  }
}

function makeCanvas({ left, top, density }: Tile): HTMLCanvasElement {
  const canvas = spare.pop() ?? document.createElement('canvas')
  const pixels = Math.round(tileSize * density)
  if (canvas.width !== pixels) {
    canvas.width = pixels
    canvas.height = pixels
  }
  canvas.style.left = `${left}px`
  canvas.style.top = `${top}px`
  return canvas
}

/** Its canvas is reused: browsers take their time to free such memory. */
export function dropTile(tile: Tile) {
  tile.canvas?.remove()
  if (tile.canvas && spare.length < maxSpare) {
    spare.push(tile.canvas)
  }
  tile.canvas = undefined
}

export function paintTile(tile: Tile, { isEmpty, paint }: Painter) {
  const { zoom, density, box, spoilt } = tile
  const isNew = tile.canvas === undefined
  tile.spoilt = []
  if (isEmpty(box, zoom)) {
    dropTile(tile)
    return
  }
  tile.canvas ??= makeCanvas(tile)
  const pen = tile.canvas.getContext('2d')
  const places = isNew || spoilt.length > manyPlaces ? [box] : spoilt
  if (!pen) {
    return
  }
  const scale = zoom * density
  for (const place of places) {
    // Whole pixels, since clearing half a pixel would leave a seam.
    const [left, top] = [
      Math.floor((place.left - box.left) * scale),
      Math.floor((place.top - box.top) * scale),
    ]
    const [right, bottom] = [
      Math.ceil((place.right - box.left) * scale),
      Math.ceil((place.bottom - box.top) * scale),
    ]
    pen.save()
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.beginPath()
    pen.rect(left, top, right - left, bottom - top)
    pen.clip()
    pen.clearRect(left, top, right - left, bottom - top)
    pen.setTransform(scale, 0, 0, scale, -box.left * scale, -box.top * scale)
    paint(pen, expand(place, 1 / scale), zoom)
    pen.restore()
  }
}

export function expand({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}
