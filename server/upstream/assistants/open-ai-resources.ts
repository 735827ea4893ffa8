import { z } from 'zod'
import type { OpenAiAccount } from '#server/engine/service-ports.ts'
import { AppError } from '#shared/errors.ts'
import {
  formerAssistantSchema,
  openAiFileSchema,
  storeFileSchema,
  vectorStoreSchema,
} from '#shared/open-ai-assistants.ts'
import { createOpenAiWire } from './open-ai-wire.ts'

const TIMEOUT_MS = 60_000
const PAGE = 100
/** Pages of one list; longer lists are cut. */
const MAX_PAGES = 10

export type SentFile = { name: string; mimeType: string; bytes: Uint8Array }

type StoreFields = {
  name?: string | undefined
  expires_after?: { anchor: string; days: number } | null | undefined
  file_ids?: string[] | undefined
}

const deleted = z.object({ id: z.string(), deleted: z.boolean() })
const former = { beta: 'assistants=v2' }

/** Files, vector stores and, where the API still answers, former assistants in an account. */
export function createOpenAiResources({ fetch }: { fetch: typeof globalThis.fetch }) {
  return (account: OpenAiAccount) => {
    const wire = () => createOpenAiWire({ fetch, signal: AbortSignal.timeout(TIMEOUT_MS) }, account)
    const toEnded = (error: unknown) => rejectEnded(error, wire().service)

    async function list<Item extends z.ZodType<{ id: string }>>(path: string, item: Item, beta?: string) {
      const page = z.object({ data: z.array(item), has_more: z.boolean().default(false) })
      const found: z.output<Item>[] = []
      for (let turned = 0; turned < MAX_PAGES; turned += 1) {
        const { data, has_more: hasMore } = await wire().json(addressAfter(path, found.at(-1)), page, {
          beta,
        })
        found.push(...data)
        if (!hasMore || data.length === 0) {
          break
        }
      }
      return found
    }

    const remove = (path: string, beta?: string) => wire().json(path, deleted, { method: 'DELETE', beta })

    const attach = async (storeId: string, fileId: string) =>
      wire().json(`/vector_stores/${segment(storeId)}/files`, storeFileSchema, {
        method: 'POST',
        body: { file_id: fileId },
      })

    return {
      /** Throws UPSTREAM_FAILED, with what to do instead, once the former API is gone. */
      listAssistants: () => list('/assistants', formerAssistantSchema, former.beta).catch(toEnded),
      getAssistant: async (id: string) =>
        wire()
          .json(`/assistants/${segment(id)}`, formerAssistantSchema, former)
          .catch(toEnded),
      deleteAssistant: async (id: string) => remove(`/assistants/${segment(id)}`, former.beta),

      getFile: async (id: string) => wire().json(`/files/${segment(id)}`, openAiFileSchema),
      deleteFile: async (id: string) => remove(`/files/${segment(id)}`),
      uploadFile({ name, mimeType, bytes }: SentFile) {
        const body = new FormData()
        body.append('purpose', 'assistants')
        body.append('file', new File([new Uint8Array(bytes)], name, { type: mimeType }))
        return wire().json('/files', openAiFileSchema, { method: 'POST', body })
      },

      listStores: () => list('/vector_stores', vectorStoreSchema),
      getStore: async (id: string) => wire().json(`/vector_stores/${segment(id)}`, vectorStoreSchema),
      createStore: (fields: StoreFields) =>
        wire().json('/vector_stores', vectorStoreSchema, { method: 'POST', body: fields }),
      updateStore: async (id: string, fields: StoreFields) =>
        wire().json(`/vector_stores/${segment(id)}`, vectorStoreSchema, { method: 'POST', body: fields }),
      deleteStore: async (id: string) => remove(`/vector_stores/${segment(id)}`),
      listStoreFiles: async (id: string) => list(`/vector_stores/${segment(id)}/files`, storeFileSchema),
      attach,
      detach: async (storeId: string, fileId: string) =>
        remove(`/vector_stores/${segment(storeId)}/files/${segment(fileId)}`),
    }
  }
}

/** Ids come from files of strangers too: one with a path in it would reach other resources of the account. */
function segment(id: string) {
  if (!/^[\w-]+$/.test(id)) {
    throw new AppError('NOT_FOUND', 'This is not the id of an object at OpenAI.')
  }
  return id
}

function addressAfter(path: string, last: { id: string } | undefined) {
  return `${path}?limit=${PAGE}&order=desc${last ? `&after=${encodeURIComponent(last.id)}` : ''}`
}

function rejectEnded(error: unknown, service: string): never {
  if (error instanceof AppError && error.code === 'NOT_FOUND') {
    throw new AppError(
      'UPSTREAM_FAILED',
      `${service} ended its Assistants API on 26 August 2026 and no longer lists assistants. Load them from a file, or add one here.`,
      { cause: error },
    )
  }
  throw error
}
