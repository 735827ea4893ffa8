import type { FileStore } from '#server/ports/files.ts'
import { AppError } from '#shared/errors.ts'
import { createNamedFiles, type FileQuota } from './named-files.ts'

const GUEST = 'guest-'
const MEGABYTE = 1_048_576
/** Of one conversation. */
const QUOTA: FileQuota = { files: 200, bytes: 200 * MEGABYTE }

type Party = 'owner' | 'guests'
/** `changedAt`: of its newest file, in milliseconds since 1970. */
type Folder = FileQuota & { name: string; changedAt: number }

/**
 * Files uploaded to conversations: `uploads/<flow>/<conversation>/<name>`, those of visitors below `guest-<conversation>`. Space is
 * reserved by the caller.
 */
export function createUploadFolders(store: FileStore) {
  return (flowId: string) => {
    const prefix = `uploads/${flowId}/`
    const files = createNamedFiles(store, prefix)
    const nameOf = (conversation: string, party: Party) =>
      party === 'guests' ? GUEST + conversation : conversation

    /** Looks in the owner's folder first, so a visitor's file cannot replace the owner's. Throws NOT_FOUND. */
    async function open(conversation: string, name: string) {
      return files
        .open(conversation, name)
        .catch((error: unknown) =>
          error instanceof AppError && error.code === 'NOT_FOUND'
            ? files.open(nameOf(conversation, 'guests'), name)
            : Promise.reject(error),
        )
    }

    async function listFolders(party: Party): Promise<Folder[]> {
      const folders = new Map<string, Folder>()
      for await (const { key, size, changedAt } of store.list(prefix)) {
        const name = key.slice(prefix.length).split('/')[0] ?? ''
        if (name.startsWith(GUEST) === (party === 'guests')) {
          const folder = folders.get(name) ?? { name, files: 0, bytes: 0, changedAt: 0 }
          folder.files += 1
          folder.bytes += size
          folder.changedAt = Math.max(folder.changedAt, changedAt)
          folders.set(name, folder)
        }
      }
      return [...folders.values()]
    }

    return {
      open,
      /** Returns the stored name. Throws TOO_LARGE when the conversation is full. */
      put: (conversation: string, party: Party, name: string, bytes: Uint8Array) =>
        files.put(nameOf(conversation, party), name, bytes, QUOTA),
      listFolders,
      removeFolder: (name: string) => files.removeAll(name),
      /** All files of a conversation, of its visitor and of the owner. */
      async remove(conversation: string) {
        await files.removeAll(conversation)
        await files.removeAll(nameOf(conversation, 'guests'))
      },
    }
  }
}
