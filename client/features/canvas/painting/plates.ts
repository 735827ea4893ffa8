import { type Box, meet, windowOf } from './geometry.ts'
import { createTile, dropTile, expand, type Painter, paintTile, type Tile, tileSize } from './tile.ts'

type Plate = { zoom: number; isCoarse: boolean; element: HTMLElement; tiles: Map<string, Tile> }
export type Look = { transform: readonly [number, number, number]; width: number; height: number }

/** A layer is stretched while zooming; beyond these limits a new one is started. */
const [least, max] = [0.45, 2.2]
/** Resolution of tiles painted while zooming: the next step stretches the layer, the last one discards it. */
const coarse = 0.5
/**
 * From this speed of zooming on, a plate would be too small or too large before it is painted. Zooming in stretches the old
 * one further, and then needs one for the zoom to come; zooming out needs something around the old one at once.
 */
const dive = 1.3
const rise = 1 / dive
/** Maximum stretch of a plate during a fast zoom-in. */
const maxInDive = 5

function isWrong(plate: Plate, zoom: number, isResting: boolean): boolean {
  const stretch = zoom / plate.zoom
  return stretch < least || stretch > max || (isResting && (plate.isCoarse || stretch !== 1))
}

/**
 * The zoom for the next plate; undefined while it would be outdated before it is painted. `stretch`: scale of the
 * shown plate.
 */
function nextZoom(zoom: number, pace: number, stretch: number): number | undefined {
  if (pace >= dive) {
    return stretch > maxInDive ? zoom * 1.5 : undefined
  }
  return pace < rise ? zoom / 2 : zoom
}

/**
 * Tiled layer under the cards. The browser moves and scales it; only new or changed tiles are painted, a few per
 * frame. A plate of another zoom replaces the old one once it is complete.
 */
export function createPlates(host: HTMLElement, paint: Painter) {
  let shown: Plate | undefined
  let coming: Plate | undefined
  let look: Look = { transform: [0, 0, 1], width: 0, height: 0 }
  let isStill = true
  const paceAt = createPace()
  let sight: Box = { left: 0, top: 0, right: 0, bottom: 0 }

  function startPlate(zoom: number, isCoarse: boolean): Plate {
    const element = document.createElement('div')
    element.className = 'plate'
    host.prepend(element)
    return { zoom, isCoarse, element, tiles: new Map() }
  }

  function end(plate: Plate | undefined) {
    for (const tile of plate?.tiles.values() ?? []) {
      dropTile(tile)
    }
    plate?.element.remove()
  }

  function place(plate: Plate) {
    const { zoom, element, tiles } = plate
    const [x, y, now] = look.transform
    const scale = now / zoom
    // Rounded to whole pixels while unscaled, or it would be blurred.
    const [left, top] = scale === 1 ? [Math.round(x), Math.round(y)] : [x, y]
    element.style.transform = `translate(${left}px, ${top}px)${scale === 1 ? '' : ` scale(${scale})`}`
    for (const tile of tiles.values()) {
      placeTile(tile, plate)
    }
  }

  /**
   * Tiles to be painted, nearest to the centre first. `rim` also includes tiles just outside the view, except
   * outdated ones during a move.
   */
  function wanting(plate: Plate, rim: number): (() => void)[] {
    const size = tileSize / plate.zoom
    const [middleX, middleY] = [(sight.left + sight.right) / 2, (sight.top + sight.bottom) / 2]
    const found: { away: number; work: () => void }[] = []
    for (
      let row = Math.floor(sight.top / size) - rim;
      row <= Math.floor(sight.bottom / size) + rim;
      row += 1
    ) {
      for (
        let column = Math.floor(sight.left / size) - rim;
        column <= Math.floor(sight.right / size) + rim;
        column += 1
      ) {
        const tile = plate.tiles.get(`${column} ${row}`)
        const isOld = tile !== undefined && tile.spoilt.length > 0 && (rim === 0 || isStill)
        if (!tile || isOld) {
          const away = Math.hypot((column + 0.5) * size - middleX, (row + 0.5) * size - middleY)
          found.push({ away, work: () => paintAt(plate, column, row) })
        }
      }
    }
    return found.toSorted((a, b) => a.away - b.away).map(({ work }) => work)
  }

  function paintAt(plate: Plate, column: number, row: number) {
    const key = `${column} ${row}`
    const tile = plate.tiles.get(key) ?? createTile(plate.zoom, column, row, plate.isCoarse ? coarse : 1)
    plate.tiles.set(key, tile)
    paintTile(tile, paint)
    placeTile(tile, plate)
  }

  /** Attached only while visible, since each canvas costs time in every frame. */
  function placeTile({ canvas, box }: Tile, { element }: Plate) {
    const isSeen = meet(box, sight)
    if (canvas && isSeen !== canvas.isConnected) {
      if (isSeen) {
        element.append(canvas)
      } else {
        canvas.remove()
      }
    }
  }

  function forget(plate: Plate) {
    const stored = expand(sight, (2 * tileSize) / plate.zoom)
    for (const [key, tile] of plate.tiles) {
      if (!meet(tile.box, stored)) {
        dropTile(tile)
        plate.tiles.delete(key)
      }
    }
  }

  function isComplete(): boolean {
    return coming === undefined && shown !== undefined && wanting(shown, 0).length === 0
  }

  /** False when no tile is left to paint. */
  function paintNext(): boolean {
    if (coming && wanting(coming, 0).length === 0) {
      end(shown)
      shown = coming
      coming = undefined
    }
    const plate = coming ?? shown
    const job = plate && (wanting(plate, 0)[0] ?? wanting(plate, 1)[0])
    if (plate && !job) {
      forget(plate)
    }
    job?.()
    return job !== undefined
  }

  function choose(zoom: number, isResting: boolean) {
    const pace = paceAt(zoom)
    shown ??= startPlate(zoom, false)
    const isNeeded = isWrong(shown, zoom, isResting)
    if (coming && (!isNeeded || isWrong(coming, zoom, isResting))) {
      end(coming)
      coming = undefined
    }
    const next = isResting ? zoom : nextZoom(zoom, pace, zoom / shown.zoom)
    if (isNeeded && next !== undefined) {
      coming ??= startPlate(next, !isResting)
    }
  }

  return {
    /** The view to paint. `isResting`: no zoom is in progress, so tiles get full resolution. */
    show(next: Look, isResting: boolean) {
      isStill = next.transform === look.transform
      look = next
      sight = windowOf(look.transform, look.width, look.height)
      choose(look.transform[2], isResting)
      for (const plate of [shown, coming]) {
        if (plate) {
          place(plate)
        }
      }
    },

    spoil(boxes?: readonly Box[]) {
      for (const tile of [...(shown?.tiles.values() ?? []), ...(coming?.tiles.values() ?? [])]) {
        tile.spoilt = boxes ? [...tile.spoilt, ...boxes.filter((box) => meet(box, tile.box))] : [tile.box]
      }
    },

    /**
     * Paints for `ms` milliseconds, at least one tile and at most `most`: the canvas executes its calls only when
     * the frame is presented. Returns true when no tiles are left.
     */
    work(ms: number, max = Number.POSITIVE_INFINITY): boolean {
      const end = performance.now() + ms
      for (let done = 1; paintNext(); done += 1) {
        if (done >= max || performance.now() >= end) {
          return false
        }
      }
      return true
    },

    finish() {
      while (!isComplete()) {
        paintNext()
      }
    },

    isComplete,

    clear() {
      end(shown)
      end(coming)
      shown = undefined
      coming = undefined
    },
  }
}

/** Number of frames to look back. */
const frames = 8

/** Measures the zoom factor of the last frames; call once per frame. 1 without a zoom, below 1 on zooming out. */
export function createPace() {
  const seen: number[] = []
  return (zoom: number): number => {
    seen.push(zoom)
    if (seen.length > frames) {
      seen.shift()
    }
    return zoom / (seen[0] ?? zoom)
  }
}
