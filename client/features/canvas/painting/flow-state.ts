import { useEffect, useRef } from 'react'
import { type Node, type Transform, useStore, useStoreApi, useUpdateNodeInternals } from 'reactflow'

/** Every node of the canvas, also those that are only painted. A changed map is another map. */
export type FlowNodes = ReadonlyMap<string, Node>
type FlowView = { transform: Transform; width: number; height: number; minZoom: number }

/** What is read when something happens, not while rendering. The same object for the whole life of a canvas. */
export type FlowState = {
  nodes: () => FlowNodes
  /** Where the canvas is panned and zoomed to, and its size in px; 0 before it is laid out. */
  view: () => FlowView
  element: () => HTMLElement | null
  /** Called after every change. Returns how to stop. */
  watch: (onChange: () => void) => () => void
  /** Whether a click adds to the selection. */
  setMultiSelection: (isActive: boolean) => void
}

type Api = ReturnType<typeof useStoreApi>
const states = new WeakMap<Api, FlowState>()

export function useFlowState(): FlowState {
  const api = useStoreApi()
  const known = states.get(api) ?? createFlowState(api)
  states.set(api, known)
  return known
}

function createFlowState(api: Api): FlowState {
  return {
    nodes: () => api.getState().nodeInternals,
    view: () => api.getState(),
    element: () => api.getState().domNode,
    watch: (onChange) => api.subscribe(onChange),
    setMultiSelection: (isActive) => api.setState({ multiSelectionActive: isActive }),
  }
}

/** Rerenders with every change of a node: for what draws all of them. */
export function useFlowNodes(): FlowNodes {
  return useStore((state) => state.nodeInternals)
}

export function useFlowNode<Value>(id: string, read: (node: Node | undefined) => Value): Value {
  return useStore((state) => read(state.nodeInternals.get(id)))
}

export function useTransform(): Transform {
  return useStore((state) => state.transform)
}

/** Rerenders only when what is read of the zoom changes. */
export function useZoom<Value = number>(read: (zoom: number) => Value): Value {
  return useStore(({ transform }) => read(transform[2]))
}

/** In px. */
export function useFlowSize() {
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  return { width, height }
}

/** Changes when a node or a wire comes or goes on the page, which is later than in the flow. */
export function useDrawnCount(): string {
  return useStore(({ nodeInternals, edges }) => `${nodeInternals.size} ${edges.length}`)
}

/** Part of the ids of reactflow's own elements. */
export function useFlowId(): string {
  return useStore(({ rfId }) => rfId)
}

const waiting = new WeakMap<FlowState, Set<string>>()

/**
 * Measures where the ports of a card are, which is where wires end: at first, and again when `look` changes, because rows come
 * and go without the card changing its size. All cards that change at once, as zooming does it, are measured in one go.
 */
export function useMeasuredPorts(id: string, look: string) {
  const flow = useFlowState()
  const measure = useUpdateNodeInternals()
  const measured = useRef<string>(undefined)

  useEffect(() => {
    if (measured.current === look) {
      return
    }
    measured.current = look
    const ids = waiting.get(flow)
    if (ids) {
      ids.add(id)
      return
    }
    const fresh = new Set([id])
    waiting.set(flow, fresh)
    queueMicrotask(() => {
      waiting.delete(flow)
      measure([...fresh])
    })
  }, [flow, measure, id, look])
}
