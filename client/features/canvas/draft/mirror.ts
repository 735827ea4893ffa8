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

/** The one copy of the open flow in this browser: its text and its steps, whether the server has them or not. */
export function createMirror({ canvas, owner, write, base, device = thisDevice }: Deps) {
  const underWay = new Set<Promise<boolean>>()

  async function put(): Promise<boolean> {
    const name = owner()
    if (name === undefined) {
      return false
    }
    const { graph, history, savedRevision, saved, newType } = canvas.getState()
    try {
      await device.keepDraft({
        key: draftKey(name, saved?.id, newType),
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
    await Promise.all(underWay)
    const name = owner()
    if (name !== undefined) {
      await device
        .forgetDraft(draftKey(name, undefined, canvas.getState().newType))
        .catch((error) => logWarning('A draft is left behind.', error))
    }
  }

  return {
    /** Answers whether it is safe here. Begins at once: a page that is being closed has no time to wait for what is under way. */
    keep(): Promise<boolean> {
      const keeping = put().finally(() => underWay.delete(keeping))
      underWay.add(keeping)
      return keeping
    },
    /**
     * The copy of a flow that had not been saved: it has been, or was given up. After what is being written, which must not
     * bring it back.
     */
    forgetNew: removeNew,
  }
}
