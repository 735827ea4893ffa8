import { useEffect, useState } from 'react'
import { logWarning } from '#client/api/log.ts'
import { useUser } from '#client/api/use-session.ts'

/** A draft in this browser, under a key that names its owner. */
type Keyed = { key: string }

const DATABASE = 'flowtill'
const STORE = 'drafts'

/** These functions reject where the browser stores no data (private windows, a full disk). */
export async function storeOnDevice<Draft extends Keyed>(draft: Draft): Promise<void> {
  await inStore('readwrite', (store) => store.put(draft))
}

export function findOnDevice<Draft extends Keyed>(key: string): Promise<Partial<Draft> | undefined> {
  return inStore('readonly', (store) => store.get(key))
}

export async function forgetOnDevice(key: string): Promise<void> {
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

/**
 * A busy disk takes seconds, and a draft read too late is overwritten by the next save. The limit applies only to
 * browsers whose database never responds.
 */
export const TIMEOUT_MS = 20_000

export function readInTime<Draft>(reading: Promise<Draft | undefined>): Promise<Draft | undefined> {
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

/** Whose drafts this browser stores. Sessions of earlier versions have no id. */
export function useDraftOwner(): string | undefined {
  const user = useUser()
  return user?.id ?? (user?.username || undefined)
}

/** `read` finds the draft of an owner; it must be stable. */
export function useFoundDraft<Draft>(
  read: (owner: string) => Promise<Draft | undefined>,
): Draft | undefined | 'waiting' {
  const owner = useDraftOwner()
  const [found, setFound] = useState<Draft | undefined | 'waiting'>('waiting')

  useEffect(() => {
    if (owner !== undefined) {
      void readInTime(read(owner)).then((draft) => setFound((now) => (now === 'waiting' ? draft : now)))
    }
  }, [owner, read])

  return found
}
