import { type Box, meet, windowOf } from './geometry.ts'
import { createTile, dropTile, expand, type Painter, paintTile, type Tile, tileSize } from './tile.ts'

/** A sheet painted at one zoom, in tiles. */
type Plate = { zoom: number; isCoarse: boolean; element: HTMLElement; tiles: Map<string, Tile> }
export type Look = { transform: readonly [number, number, number]; width: number; height: number }

/** A plate is stretched while somebody zooms; beyond this one of the right size is begun meanwhile. */
const [least, max] = [0.45, 2.2]
/** Pixels for one, each way, while somebody zooms: such a plate is stretched with the next step, and gone with the last one. */
const coarse = 0.5
/**
 * From this speed of zooming on, a plate would be too small or too large before it is painted. Zooming in stretches the old
 * one further, and then needs one for the zoom to come; zooming out needs something around the old one at once.
 */
const dive = 1.3
const rise = 1 / dive
/** So far it may be stretched in a dive. */
const maxInDive = 5

function isWrong(plate: Plate, zoom: number, isResting: boolean): boolean {
  const stretch = zoom / plate.zoom
  return stretch < least || stretch > max || (isResting && (plate.isCoarse || stretch !== 1))
}

/** The zoom a plate should be painted for; undefined while it would come too late. `stretch`: of the one that is shown. */
function nextZoom(zoom: number, pace: number, stretch: number): number | undefined {
  if (pace >= dive) {
    return stretch > maxInDive ? zoom * 1.5 : undefined
  }
  return pace < rise ? zoom / 2 : zoom
}

/**
 * The sheet under the cards. It is pushed about and stretched by the browser, and painted only where it is new or something
 * has changed, a few tiles in a frame. A plate of another zoom lies under the old one until all of it is there.
 */
export function createPlates(host: HTMLElement, paint: Painter) {
  let shown: Plate | undefined
  let coming: Plate | undefined
  let look: Look = { transform: [0, 0, 1], width: 0, height: 0 }
  let isStill = true
  const paceAt = createPace()
  let sight: Box = { left: 0, top: 0, right: 0, bottom: 0 }

  function begin(zoom: number, isCoarse: boolean): Plate {
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
    // Whole pixels as long as it is not stretched, or it would be blurred.
    const [left, top] = scale === 1 ? [Math.round(x), Math.round(y)] : [x, y]
    element.style.transform = `translate(${left}px, ${top}px)${scale === 1 ? '' : ` scale(${scale})`}`
    for (const tile of tiles.values()) {
      placeTile(tile, plate)
    }
  }

  /** Tiles that are to be painted, the nearest to the middle first; `rim`: also those just out of sight, but for old ones while it is pushed about. */
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

  /** On the page only while it is in sight: each one costs time in every frame, whether it has changed or not. */
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

  /** Those far out of sight: they are painted again when somebody comes back. */
  function forget(plate: Plate) {
    const stored = expand(sight, (2 * tileSize) / plate.zoom)
    for (const [key, tile] of plate.tiles) {
      if (!meet(tile.box, stored)) {
        dropTile(tile)
        plate.tiles.delete(key)
      }
    }
  }

  function isWhole(): boolean {
    return coming === undefined && shown !== undefined && wanting(shown, 0).length === 0
  }

  /** False when there is no tile left that wants to be painted. */
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

  /** Begins a plate where one is needed, and gives up one that is not. */
  function choose(zoom: number, isResting: boolean) {
    const pace = paceAt(zoom)
    shown ??= begin(zoom, false)
    const isNeeded = isWrong(shown, zoom, isResting)
    if (coming && (!isNeeded || isWrong(coming, zoom, isResting))) {
      end(coming)
      coming = undefined
    }
    const next = isResting ? zoom : nextZoom(zoom, pace, zoom / shown.zoom)
    if (isNeeded && next !== undefined) {
      coming ??= begin(next, !isResting)
    }
  }

  return {
    /** What is to be looked at. `isResting`: nobody zooms, and what is painted should be as sharp as it can. */
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

    /** Something looks otherwise there; with nothing said, everywhere. */
    spoil(boxes?: readonly Box[]) {
      for (const tile of [...(shown?.tiles.values() ?? []), ...(coming?.tiles.values() ?? [])]) {
        tile.spoilt = boxes ? [...tile.spoilt, ...boxes.filter((box) => meet(box, tile.box))] : [tile.box]
      }
    },

    /**
     * Paints for so many milliseconds, one tile at least and no more than `most`: what is told a canvas here, it does when the
     * frame is brought to the screen. True when nothing is left to be painted.
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

    /** Paints all that is in sight. */
    finish() {
      while (!isWhole()) {
        paintNext()
      }
    },

    /** Whether all that is in sight is as it should be. */
    isWhole,

    clear() {
      end(shown)
      end(coming)
      shown = undefined
      coming = undefined
    },
  }
}

/** So many frames are looked back. */
const frames = 8

/**
 * How many times larger the canvas has become within the last frames, of which each call is one: 1 when nobody zooms, less
 * while somebody zooms out.
 */
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
