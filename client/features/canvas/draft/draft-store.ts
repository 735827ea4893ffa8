import type { FlowType } from '#shared/flows.ts'
import type { History } from '../graph/history.ts'

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
export async function keepDraft(draft: DeviceDraft): Promise<void> {
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
