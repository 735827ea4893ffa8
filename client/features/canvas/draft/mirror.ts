import { logWarning } from '#client/api/log.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { isDirty } from '../store/document.ts'
import { draftKey, forgetDraft, keepDraft } from './draft-store.ts'

type Deps = {
  canvas: CanvasStore
  owner: () => string | undefined
  write: () => string
  /** The revision the canvas was opened with, or saved as. */
  base: () => number
  device?: Pick<typeof thisDevice, 'keepDraft' | 'forgetDraft'>
}
const thisDevice = { keepDraft, forgetDraft }

/**
 * The one copy of the open flow in this browser: its text and its steps, whether the server has them or not. Writes go one
 * after the other, each under the name the flow has by then: one that is late must not bring back what was forgotten.
 */
export function createMirror({ canvas, owner, write, base, device = thisDevice }: Deps) {
  let queue: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = queue.then(work)
    queue = turn.catch(() => undefined)
    return turn
  }

  async function put(): Promise<boolean> {
    const name = owner()
    if (name === undefined) {
      return false
    }
    const { graph, history, savedRevision, saved } = canvas.getState()
    try {
      await device.keepDraft({
        key: draftKey(name, saved?.id),
        name: graph.name,
        flowData: write(),
        base: base(),
        synced: !isDirty(canvas.getState()),
        at: new Date().toISOString(),
        history,
        savedRevision,
      })
      return true
    } catch (error) {
      logWarning('The draft could not be kept on this device.', error)
      return false
    }
  }

  async function removeNew() {
    const name = owner()
    if (name !== undefined) {
      await device
        .forgetDraft(draftKey(name, undefined))
        .catch((error) => logWarning('A draft is left behind.', error))
    }
  }

  return {
    /** Answers whether it is safe here. */
    keep: () => inTurn(put),
    /** The copy of a flow that had not been saved: it has been, or was given up. */
    forgetNew: () => inTurn(removeNew),
  }
}
