import { duplicate } from '../graph/clip.ts'
import { labelIn } from '../graph/labels.ts'
import { removeNodes } from '../graph/remove.ts'
import { goToDock } from '../inspector/dock-focus.ts'
import type { CanvasStore } from '../store/canvas-store.ts'

/** What can be done with one node without looking at the canvas. Each is one step that can be taken back. */
export function createOutlineActions(store: CanvasStore, id: string) {
  const state = () => store.getState()
  const label = () => labelIn(state().graph, id)

  return {
    edit() {
      state().select([id])
      goToDock(store, 'inspector')
    },

    duplicate() {
      state().act({ name: 'copies', count: 1, what: label() }, (graph) => duplicate(graph, [id]).graph)
    },

    /** The focus goes to the next node, or the one before: it would be nowhere. */
    remove() {
      const row = document.querySelector(`[data-outline="${CSS.escape(id)}"]`)
      const next = row?.nextElementSibling ?? row?.previousElementSibling
      const isUndeletable = mayNotGo(state().graph.nodes.get(id)?.data.name)
      if (isUndeletable) {
        return
      }
      state().act({ name: 'delete', count: 1, what: label() }, (graph, templates) =>
        removeNodes(graph, [id], templates),
      )
      next?.querySelector<HTMLElement>('.outline-head')?.focus()
    },
  }
}

/** A control-flow file has one start, and is none without it. */
export function mayNotGo(name: string | undefined): boolean {
  return name === 'startAgentflow'
}
