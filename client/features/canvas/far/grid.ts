import { type Box, meet } from './place.ts'

/** Px of the canvas. */
const cell = 1_024
/** What reaches over more cells than this is looked at for every box. */
const manyCells = 64

type Boxed<Part> = { part: Part; box: Box; order: number }
type Grid<Part> = {
  all: readonly Boxed<Part>[]
  wide: readonly Boxed<Part>[]
  cells: Map<string, Boxed<Part>[]>
}

/** By what is laid out in it: whoever paints forty places of a scene looks through it once. */
const grids = new WeakMap<ReadonlyMap<string, unknown>, Grid<unknown>>()

/** Those whose box meets another one, in their own order. `parts` must not change afterwards. */
export function within<Part>(
  parts: ReadonlyMap<string, Part>,
  box: Box,
  boxOf: (part: Part) => Box,
): readonly Part[] {
  const grid = (grids.get(parts) as Grid<Part> | undefined) ?? layOut(parts, boxOf)
  grids.set(parts, grid)
  const keys = keysOf(box)
  const near = keys ? new Set([...grid.wide, ...keys.flatMap((key) => grid.cells.get(key) ?? [])]) : grid.all
  return [...near]
    .filter((each) => meet(each.box, box))
    .sort((one, other) => one.order - other.order)
    .map(({ part }) => part)
}

function layOut<Part>(parts: ReadonlyMap<string, Part>, boxOf: (part: Part) => Box): Grid<Part> {
  const all = [...parts.values()].map((part, order) => ({ part, box: boxOf(part), order }))
  const wide: Boxed<Part>[] = []
  const cells = new Map<string, Boxed<Part>[]>()
  for (const boxed of all) {
    const keys = keysOf(boxed.box)
    if (!keys) {
      wide.push(boxed)
    }
    for (const key of keys ?? []) {
      const there = cells.get(key)
      if (there) {
        there.push(boxed)
      } else {
        cells.set(key, [boxed])
      }
    }
  }
  return { all, wide, cells }
}

/** Undefined where there would be too many. */
function keysOf({ left, top, right, bottom }: Box): string[] | undefined {
  const [firstColumn, lastColumn] = [Math.floor(left / cell), Math.floor(right / cell)]
  const [firstRow, lastRow] = [Math.floor(top / cell), Math.floor(bottom / cell)]
  if ((lastColumn - firstColumn + 1) * (lastRow - firstRow + 1) > manyCells) {
    return undefined
  }
  const keys: string[] = []
  for (let column = firstColumn; column <= lastColumn; column += 1) {
    for (let row = firstRow; row <= lastRow; row += 1) {
      keys.push(`${column} ${row}`)
    }
  }
  return keys
}
