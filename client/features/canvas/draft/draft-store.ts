import { useEffect, useState } from 'react'
import { logWarning } from '#client/api/log.ts'
import { useUser } from '#client/api/use-session.ts'
import type { FlowType } from '#shared/flows.ts'
import type { History } from '../graph/history.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { isDirty } from '../store/document.ts'

/** One user's work on one flow, mirrored in this browser. */
export type DeviceDraft = {
  /** `draftKey`. */
  key: string
  name: string
  /** The flow file's text. */
  flowData: string
  /** The server's revision it was made from; 0 for a flow the server does not know. */
  base: number
  /** Whether the server has it, too: then it is kept for its steps alone. */
  synced: boolean
  /** ISO time of the last change. */
  at: string
  /** The steps that can be taken back, and which of them the server has seen. */
  history?: History
  savedRevision?: number
}

/** New flows of each type have one draft, which is offered on the canvas of that type. */
export function draftKey(user: string, flowId: string | undefined, type: FlowType = 'CHATFLOW'): string {
  return `${user}:${flowId ?? (type === 'CHATFLOW' ? 'new' : `new-${type}`)}`
}

const DATABASE = 'flowtill'
const STORE = 'drafts'

/** All reject where the browser keeps no data (private windows, a full disk). */
export async function storeDraft(draft: DeviceDraft): Promise<void> {
  await inStore('readwrite', (store) => store.put(draft))
}

export async function findDraft(key: string): Promise<DeviceDraft | undefined> {
  const found = await inStore<Partial<DeviceDraft> | undefined>('readonly', (store) => store.get(key))
  // Earlier versions kept drafts without a revision: they were made before the server had any.
  return found?.flowData === undefined ? undefined : ({ base: 0, synced: false, ...found } as DeviceDraft)
}

export async function forgetDraft(key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key))
}

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
    request.onsuccess = () => {
      // Another tab with a newer version must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close()
        opened = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => {
      opened = undefined
      reject(request.error)
    }
  })
  // A browser without one throws at once: the next draft may ask again.
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

async function inStore<Answer>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Answer> {
  const transaction = (await open()).transaction(STORE, mode)
  const request = ask(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    // Not at the request's success: only then is it written.
    transaction.oncomplete = () => resolve(request.result as Answer)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

type Deps = {
  canvas: CanvasStore
  owner: () => string | undefined
  write: () => string
  /** The revision the canvas was opened with, or saved as. */
  base: () => number
  device?: Pick<typeof thisDevice, 'storeDraft' | 'forgetDraft'>
}
const thisDevice = { storeDraft, forgetDraft }

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

/**
 * A busy disk takes seconds, and a draft that is read too late is lost with the next save. Only a browser whose database never
 * answers is not waited for.
 */
export const TIMEOUT_MS = 20_000

/** The draft, or undefined where the browser keeps none or does not answer in time. */
export function readInTime(reading: Promise<DeviceDraft | undefined>): Promise<DeviceDraft | undefined> {
  return new Promise((resolve) => {
    const retryPolicy = setTimeout(() => resolve(undefined), TIMEOUT_MS)
    reading
      .catch((error) => {
        logWarning('This browser keeps no drafts.', error)
        return undefined
      })
      .then((draft) => {
        clearTimeout(retryPolicy)
        resolve(draft)
      })
  })
}

/** What this browser has of a flow. `waiting` until that is known. */
export function useDeviceDraft(
  flowId: string | undefined,
  type: FlowType,
): DeviceDraft | undefined | 'waiting' {
  const user = useUser()
  const owner = user?.id ?? (user?.username || undefined)
  const [found, setFound] = useState<DeviceDraft | undefined | 'waiting'>('waiting')

  useEffect(() => {
    if (owner !== undefined) {
      void readInTime(findDraft(draftKey(owner, flowId, type))).then((draft) =>
        setFound((now) => (now === 'waiting' ? draft : now)),
      )
    }
  }, [owner, flowId, type])

  return found
}
