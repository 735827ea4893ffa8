import { goToDock } from '../inspector/dock-focus.ts'
import type { CanvasStore } from '../store/canvas-store.ts'

/** Asks the last question of the chat again, the chat open beside. What stands against it the chat says itself. */
export function runAgain(store: CanvasStore) {
  const { saved, graph, problems, ask } = store.getState()
  if (saved && graph.nodes.size > 0 && problems.every(({ blocking }) => !blocking)) {
    ask({})
  } else {
    goToDock(store, 'chat')
  }
}
