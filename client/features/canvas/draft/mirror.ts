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
}

/** The one copy of the open flow in this browser: its text and its steps, whether the server has them or not. */
export function createMirror({ canvas, owner, write, base }: Deps) {
  const key = () => {
    const name = owner()
    return name === undefined ? undefined : draftKey(name, canvas.getState().saved?.id)
  }

  /** Answers whether it is safe here. */
  async function keep(): Promise<boolean> {
    const place = key()
    if (place === undefined) {
      return false
    }
    const { graph, history, savedRevision } = canvas.getState()
    try {
      await keepDraft({
        key: place,
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

  async function forget() {
    const place = key()
    if (place !== undefined) {
      await forgetDraft(place).catch((error) => logWarning('A draft is left behind.', error))
    }
  }

  return { keep, forget }
}
