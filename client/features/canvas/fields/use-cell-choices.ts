import { use } from 'react'
import type { GridColumn } from '#shared/nodes.ts'
import { nodesBefore, profileOf, stateKeys } from '../graph/variables.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { CanvasStoreProvider } from '../store/use-canvas.ts'

export type CellChoice = { label: string; value: string }

/** What a column offers: what it declares, and the keys of the state that are set before its node. */
export function useCellChoices(column: GridColumn, node: string | undefined, input: string): CellChoice[] {
  // A form outside the canvas has columns too, but no state.
  const store = use(CanvasStoreProvider)
  const declared = (column.valueOptions ?? []).map((option) =>
    typeof option === 'string' ? { label: option, value: option } : option,
  )
  return store && node !== undefined
    ? [...declared, ...stateChoices(store.getState(), node, input, column)]
    : declared
}

// What the load methods of sequential agents give stands on the canvas itself.
function stateChoices(
  { graph, templates }: Pick<CanvasState, 'graph' | 'templates'>,
  node: string,
  input: string,
  { loadMethod = [], type }: GridColumn,
): CellChoice[] {
  if (![loadMethod].flat().includes('loadStateKeys')) {
    return []
  }
  const before = nodesBefore(graph, { node, input, templates }, profileOf(graph.nodes.get(node)))
  return stateKeys(graph, before).map(({ key }) => ({
    label: key,
    value: type === 'asyncSingleSelect' ? key : `$flow.state.${key}`,
  }))
}
