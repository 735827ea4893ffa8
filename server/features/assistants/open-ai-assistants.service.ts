import type { z } from 'zod'
import type { OpenAiAccount } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import {
  type createStoreInput,
  type detachFilesInput,
  type OpenAiDefinition,
  type openAiContentsInput,
  parseOpenAiDetails,
  type updateStoreInput,
  type VectorStore,
} from '#shared/open-ai-assistants.ts'
import type { AssistantsService } from './assistants.service.ts'
import type { CustomAssistants } from './custom-assistants.service.ts'
import { type OpenCredential, openAiAccount } from './open-ai-account.ts'

type SentFile = { name: string; mimeType: string; bytes: Uint8Array }
type Item = { id: string; filename: string }
type Deleted = { id: string; deleted: boolean }
type StoreFile = { id: string; status: string; usage_bytes: number }
type StoreFields = Pick<z.output<typeof createStoreInput>, 'name' | 'expires_after' | 'file_ids'>

/** What the account of a credential offers. Each throws NOT_FOUND for an object that is gone. */
type Resources<Former, File extends Item, Attached extends StoreFile> = {
  listAssistants(): Promise<Former[]>
  getAssistant(id: string): Promise<Former>
  deleteAssistant(id: string): Promise<Deleted>
  getFile(id: string): Promise<File>
  uploadFile(file: SentFile): Promise<File>
  deleteFile(id: string): Promise<Deleted>
  listStores(): Promise<VectorStore[]>
  getStore(id: string): Promise<VectorStore>
  createStore(fields: StoreFields): Promise<VectorStore>
  updateStore(id: string, fields: StoreFields): Promise<VectorStore>
  deleteStore(id: string): Promise<Deleted>
  listStoreFiles(id: string): Promise<Attached[]>
  attach(storeId: string, fileId: string): Promise<Attached>
  detach(storeId: string, fileId: string): Promise<Deleted>
}

type Deps<Former, File extends Item, Attached extends StoreFile> = {
  assistants: Pick<AssistantsService, 'get' | 'list'>
  customAssistants: Pick<CustomAssistants, 'remove'>
  openCredential: OpenCredential
  openAi(account: OpenAiAccount): Resources<Former, File, Attached>
  /** A small picture of another site as a data URL. */
  readPicture(url: string): Promise<string | undefined>
}

/** Files whose names are looked up at once: OpenAI's list of a vector store has ids alone. */
const MAX_NAMED = 100

/** What OpenAI-type assistants have at OpenAI: files, vector stores and what is left of the former API. */
export function createOpenAiAssistants<Former, File extends Item, Attached extends StoreFile>({
  assistants,
  customAssistants,
  openCredential,
  openAi,
  readPicture,
}: Deps<Former, File, Attached>) {
  const at = async (userId: string, credential: string) =>
    openAi((await openAiAccount(openCredential, userId, credential)).account)

  async function upload(userId: string, credential: string, files: readonly SentFile[]) {
    const account = await at(userId, credential)
    const uploaded: File[] = []
    for (const file of files) {
      uploaded.push(await account.uploadFile(file))
    }
    return uploaded
  }

  /** Uploads the files and adds them to the store. */
  async function fill(userId: string, { credential, id }: Named, files: readonly SentFile[]) {
    const account = await at(userId, credential)
    const attached: (Attached & { filename: string })[] = []
    for (const file of files) {
      const { id: fileId, filename } = await account.uploadFile(file)
      attached.push({ ...(await account.attach(id, fileId)), filename })
    }
    return attached
  }

  async function detach(
    userId: string,
    { credential, id, file_ids: ids }: z.output<typeof detachFilesInput>,
  ) {
    const account = await at(userId, credential)
    const deletedFileIds: string[] = []
    for (const fileId of ids) {
      await unlessGone(account.detach(id, fileId))
      deletedFileIds.push(fileId)
    }
    return { deletedFileIds, count: deletedFileIds.length }
  }

  /** The store with its files, and what OpenAI no longer has. */
  async function contents(
    userId: string,
    { credential, vectorStoreId, fileIds }: z.output<typeof openAiContentsInput>,
  ) {
    const account = await at(userId, credential)
    const store = vectorStoreId === '' ? undefined : await unlessGone(account.getStore(vectorStoreId))
    const attached = store ? await account.listStoreFiles(store.id) : []
    const names = await Promise.all(
      attached.slice(0, MAX_NAMED).map(({ id }) => unlessGone(account.getFile(id))),
    )
    const files = await Promise.all(fileIds.map((id) => unlessGone(account.getFile(id))))
    return {
      store: store
        ? {
            ...store,
            files: attached.map((file, index) => ({ ...file, filename: names[index]?.filename ?? file.id })),
          }
        : null,
      files: files.filter((file) => file !== undefined),
      missing: [
        ...(vectorStoreId !== '' && !store ? [vectorStoreId] : []),
        ...fileIds.filter((_, index) => files[index] === undefined),
      ],
    }
  }

  /** Its picture for our own pages, which load none from other sites; null without one that can be shown. */
  async function icon(userId: string, id: string): Promise<string | null> {
    const { iconSrc } = await assistants.get(userId, id)
    return iconSrc && /^https?:\/\//i.test(iconSrc) ? ((await readPicture(iconSrc)) ?? null) : null
  }

  /** Deletes here, and with `isDeleteBoth` first at OpenAI whatever no other assistant here uses. */
  async function remove(userId: string, { id, isDeleteBoth }: { id: string; isDeleteBoth: boolean }) {
    const { type, details, credential } = await assistants.get(userId, id)
    const definition = type === 'CUSTOM' ? undefined : parseOpenAiDetails(details)
    if (isDeleteBoth && definition) {
      if (credential === '') {
        throw new AppError(
          'INVALID_INPUT',
          'This assistant has no credential, so nothing can be deleted at OpenAI. Choose one, or delete it only here.',
        )
      }
      await removeThere(await at(userId, credential), definition, await usedByOthers(userId, id))
    }
    return customAssistants.remove(userId, id)
  }

  async function removeThere(
    account: Resources<Former, File, Attached>,
    { formerId, vectorStoreId, codeFiles }: OpenAiDefinition,
    kept: ReadonlySet<string>,
  ) {
    const files = codeFiles.map((file) => file.id)
    if (vectorStoreId !== '' && !kept.has(vectorStoreId)) {
      const attached = (await unlessGone(account.listStoreFiles(vectorStoreId))) ?? []
      files.push(...attached.map((file) => file.id))
      await unlessGone(account.deleteStore(vectorStoreId))
    }
    for (const file of new Set(files)) {
      await (kept.has(file) || unlessGone(account.deleteFile(file)))
    }
    if (formerId !== '') {
      await unlessGone(account.deleteAssistant(formerId))
    }
  }

  async function usedByOthers(userId: string, id: string): Promise<ReadonlySet<string>> {
    const others = (await assistants.list(userId)).filter((row) => row.type !== 'CUSTOM' && row.id !== id)
    return new Set(
      others.flatMap(({ details }) => {
        const { vectorStoreId = '', codeFiles = [] } = parseOpenAiDetails(details) ?? {}
        return [vectorStoreId, ...codeFiles.map((file) => file.id)]
      }),
    )
  }

  return {
    upload,
    fill,
    detach,
    contents,
    icon,
    remove,
    listFormer: async (userId: string, credential: string) => (await at(userId, credential)).listAssistants(),
    getFormer: async (userId: string, { credential, id }: Named) =>
      (await at(userId, credential)).getAssistant(id),
    listStores: async (userId: string, credential: string) => (await at(userId, credential)).listStores(),
    getStore: async (userId: string, { credential, id }: Named) =>
      (await at(userId, credential)).getStore(id),
    createStore: async (userId: string, { credential, ...fields }: z.output<typeof createStoreInput>) =>
      (await at(userId, credential)).createStore(fields),
    updateStore: async (userId: string, { credential, id, ...fields }: z.output<typeof updateStoreInput>) =>
      (await at(userId, credential)).updateStore(id, fields),
    removeStore: async (userId: string, { credential, id }: Named) =>
      (await at(userId, credential)).deleteStore(id),
  }
}

type Named = { credential: string; id: string }

function unlessGone<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') {
      return undefined
    }
    throw error
  })
}
