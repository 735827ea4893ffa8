import { useCallback } from 'react'
import { logWarning } from '#client/api/log.ts'
import {
  findOnDevice,
  forgetOnDevice,
  storeOnDevice,
  useFoundDraft,
} from '#client/components/device-drafts.ts'
import type { FlowType } from '#shared/flows.ts'
import type { History } from '../graph/history.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { isDirty } from '../store/document.ts'

export type DeviceDraft = {
  key: string
  name: string
  flowData: string
  /** The server revision it is based on; 0 for a flow that is not on the server. */
  base: number
  /** The server has this draft too; it is stored only for its undo steps. */
  synced: boolean
  /** ISO time of the last change. */
  at: string
  /** Undo steps, and which of them the server has. */
  history?: History
  savedRevision?: number
}

/** New flows have one draft per type, offered on the canvas of that type. */
export function draftKey(user: string, flowId: string | undefined, type: FlowType = 'CHATFLOW'): string {
  return `${user}:${flowId ?? (type === 'CHATFLOW' ? 'new' : `new-${type}`)}`
}

async function findDraft(key: string): Promise<DeviceDraft | undefined> {
  const found = await findOnDevice<DeviceDraft>(key)
  // Drafts of earlier versions have no revision: they predate drafts on the server.
  return found?.flowData === undefined ? undefined : ({ base: 0, synced: false, ...found } as DeviceDraft)
}

type Deps = {
  canvas: CanvasStore
  owner: () => string | undefined
  write: () => string
  /** The revision the canvas was opened with or last saved as. */
  base: () => number
  device?: typeof thisDevice
}
const thisDevice = {
  storeDraft: (draft: DeviceDraft) => storeOnDevice(draft),
  forgetDraft: forgetOnDevice,
}

/** The copy of the open flow in this browser, with its undo steps, synced or not. */
export function createMirror({ canvas, owner, write, base, device = thisDevice }: Deps) {
  const underWay = new Set<Promise<boolean>>()

  async function put(): Promise<boolean> {
    const name = owner()
    if (name === undefined) {
      return false
    }
    const { graph, history, savedRevision, saved, newType } = canvas.getState()
    try {
      await device.storeDraft({
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
    /** Resolves to true once stored in this browser. Starts at once: a closing page cannot wait for pending work. */
    save(): Promise<boolean> {
      const saving = put().finally(() => underWay.delete(saving))
      underWay.add(saving)
      return saving
    },
    /**
     * Removes the draft of a new flow once it is saved or discarded. Waits for a pending write, which would
     * restore it.
     */
    forgetNew: removeNew,
  }
}

export function useDeviceDraft(
  flowId: string | undefined,
  type: FlowType,
): DeviceDraft | undefined | 'waiting' {
  const read = useCallback((owner: string) => findDraft(draftKey(owner, flowId, type)), [flowId, type])
  return useFoundDraft(read)
}
