type CanvasStore = { getState: () => Open }
type Open = {
  graph: { nodes: ReadonlyMap<string, unknown> }
  takeRunEvents: (events: readonly object[]) => void
}

/**
 * Starts and ends nodes like a run, through the store of the open canvas, found via React. Executed in the page,
 * so it must not reference anything outside this function.
 */
export function generateLoad(perSecond: number) {
  type Fiber = { memoizedProps?: { value?: Partial<CanvasStore> }; return: Fiber | null }
  const folder = document.querySelector('.canvas-room') as unknown as Record<string, Fiber>
  const key = Object.keys(folder).find((name) => name.startsWith('__reactFiber$')) ?? ''
  let fiber: Fiber | null = folder[key] ?? null
  while (fiber && !('takeRunEvents' in (fiber.memoizedProps?.value?.getState?.() ?? {}))) {
    fiber = fiber.return
  }
  const store = fiber?.memoizedProps?.value as CanvasStore
  const ids = [...store.getState().graph.nodes.keys()]
  store.getState().takeRunEvents([{ type: 'run_started', at: 0, question: '' }])
  const startedAt = performance.now()
  const waiting: object[] = []
  let sent = 0
  setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * perSecond
    for (; sent < due; sent += 1) {
      const nodeId = ids[(Math.floor(sent / 2) * 37) % ids.length]
      const type = sent % 2 === 0 ? 'node_started' : 'node_finished'
      waiting.push({ type, nodeId, at: performance.now() - startedAt })
    }
  }, 4)
  // In batches, as the chat passes them on.
  setInterval(() => store.getState().takeRunEvents(waiting.splice(0)), 48)
}
