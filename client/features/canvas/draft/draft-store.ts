import { useEffect, useState } from 'react'
import { logWarning } from '#client/api/log.ts'
import { useUser } from '#client/api/use-session.ts'
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

const DATABASE = 'flowtill'
const STORE = 'drafts'

/** These functions reject where the browser stores no data (private windows, a full disk). */
async function storeDraft(draft: DeviceDraft): Promise<void> {
  await inStore('readwrite', (store) => store.put(draft))
}

async function findDraft(key: string): Promise<DeviceDraft | undefined> {
  const found = await inStore<Partial<DeviceDraft> | undefined>('readonly', (store) => store.get(key))
  // Drafts of earlier versions have no revision: they predate drafts on the server.
  return found?.flowData === undefined ? undefined : ({ base: 0, synced: false, ...found } as DeviceDraft)
}

async function forgetDraft(key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key))
}

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
    request.onsuccess = () => {
      // Closes the database, so that another tab can upgrade it.
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
  // Opening failed, so the next draft tries again.
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

async function inStore<Answer>(
  mode: IDBTransactionMode,
  query: (store: IDBObjectStore) => IDBRequest,
): Promise<Answer> {
  const transaction = (await open()).transaction(STORE, mode)
  const request = query(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    // Only a completed transaction has been written, not a successful request.
    transaction.oncomplete = () => resolve(request.result as Answer)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

type Deps = {
  canvas: CanvasStore
  owner: () => string | undefined
  write: () => string
  /** The revision the canvas was opened with or last saved as. */
  base: () => number
  device?: Pick<typeof thisDevice, 'storeDraft' | 'forgetDraft'>
}
const thisDevice = { storeDraft, forgetDraft }

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

/**
 * A busy disk takes seconds, and a draft read too late is overwritten by the next save. The limit applies only to
 * browsers whose database never responds.
 */
export const TIMEOUT_MS = 20_000

export function readInTime(reading: Promise<DeviceDraft | undefined>): Promise<DeviceDraft | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), TIMEOUT_MS)
    reading
      .catch((error) => {
        logWarning('This browser keeps no drafts.', error)
        return undefined
      })
      .then((draft) => {
        clearTimeout(timer)
        resolve(draft)
      })
  })
}

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
