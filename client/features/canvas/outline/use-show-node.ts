import { useCallback, useEffect } from 'react'
import { type CanvasNode, offerCanvas } from '#client/components/open-canvas.ts'
import { kindLabel, nodeLabel } from '#client/texts/node-texts.ts'
import { isNote } from '#shared/flow-file.ts'
import type { View } from '../board/board.ts'
import { isArea } from '../graph/areas.ts'
import { findEnding } from '../graph/check.ts'
import type { Graph, Templates } from '../graph/flow-graph.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { viewOf } from '../store/card-view.ts'
import { elementOf } from '../store/elements.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/** Shows and focuses a node. The command palette finds the nodes of this canvas and uses this too. */
export function useShowNode(view: View): (id: string) => void {
  const store = useCanvasStore()
  const showNode = useCallback(
    (id: string) => {
      store.getState().put({ phoneTab: 'canvas' })
      view.showNode(id)
    },
    [store, view],
  )
  useEffect(
    () =>
      offerCanvas({
        nodes: () => listNodes(store.getState()),
        show(id) {
          showNode(id)
          // Deferred, since the closing palette returns the focus first.
          setTimeout(() => focusCard(id))
        },
      }),
    [store, showNode],
  )
  return showNode
}

/** Nodes, then frames. Notes have no names. */
function listNodes({ graph, templates }: CanvasState): CanvasNode[] {
  const areas = [...graph.nodes].filter(([, node]) => isNote(node) && isArea(node)).map(([id]) => id)
  return [...orderNodes(graph, templates), ...areas].flatMap((id) => {
    const node = graph.nodes.get(id)
    if (!node) {
      return []
    }
    const { kind, shape } = viewOf(node, templates)
    const { name } = node.data
    return [
      {
        id,
        kind,
        name: nodeLabel(node.data),
        note: `${shape.template?.label ?? kindLabel(name, name)} · ${id}`,
      },
    ]
  })
}

/** A card that is not rendered yet leaves the focus on the canvas, where its keys work too. */
function focusCard(id: string) {
  const card = elementOf(id)
  const place = card ?? document.querySelector<HTMLElement>('.canvas-room')
  place?.focus({ preventScroll: true })
}

/**
 * Nodes in reading order: the answering node, its inputs, then theirs; unconnected nodes last, in the order of the file.
 * Children follow their box. Notes are left out.
 */
export function orderNodes(graph: Graph, templates: Templates): string[] {
  const sources = new Map<string, string[]>()
  for (const { source, target } of graph.edges.values()) {
    sources.set(target, [...(sources.get(target) ?? []), source])
  }
  const ids = [...graph.nodes].filter(([, node]) => !isNote(node)).map(([id]) => id)
  const ending = findEnding(graph, templates)
  const found = new Set<string>()
  const queue = ending === undefined || isControl(graph) ? [] : [ending]
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (!found.has(id) && graph.nodes.has(id)) {
      found.add(id)
      queue.push(...(sources.get(id) ?? []))
    }
  }
  return withChildren([...found, ...ids.filter((id) => !found.has(id))], graph)
}

/** Steps in the order of the flow, from the start. */
function isControl({ nodes }: Graph): boolean {
  return [...nodes.values()].some(({ type }) => type === 'agentFlow')
}

function withChildren(ids: readonly string[], { nodes }: Graph): string[] {
  const parentOf = (id: string) => {
    const parent = nodes.get(id)?.parentNode
    return typeof parent === 'string' && nodes.has(parent) ? parent : undefined
  }
  return ids
    .filter((id) => parentOf(id) === undefined)
    .flatMap((id) => [id, ...ids.filter((each) => parentOf(each) === id)])
}
