/** Unsaved work of one user on one flow, kept in this browser. */
export type Draft = {
  /** `draftKey`. */
  key: string
  name: string
  /** The flow file's text. */
  flowData: string
  /** When the flow it was made from was saved; undefined for one that never was. */
  basedOn: string | undefined
  /** ISO time of the last change. */
  at: string
}

export function draftKey(user: string, flowId: string | undefined): string {
  return `${user}:${flowId ?? 'new'}`
}

const DATABASE = 'flowtill'
const STORE = 'drafts'

/** All reject where the browser keeps no data (private windows, a full disk). */
export async function keepDraft(draft: Draft): Promise<void> {
  await inStore('readwrite', (store) => store.put(draft))
}

export async function findDraft(key: string): Promise<Draft | undefined> {
  return inStore<Draft | undefined>('readonly', (store) => store.get(key))
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
