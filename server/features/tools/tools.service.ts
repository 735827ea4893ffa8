import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type { createToolInput, toolFields, updateToolInput } from '#shared/tools.ts'
import * as rows from './tools.repository.ts'

type Deps = { store: Store; newId: NewId; now: () => Date }
type Page = { page?: number | undefined; limit?: number | undefined }
type ToolContents = z.infer<typeof toolFields>

/** Tools that ADMINs write. Another's tool does not exist. */
export function createToolsService({ store, newId, now }: Deps) {
  async function list(userId: string, { page, limit }: Page) {
    if (!(page && limit)) {
      return rows.listTools(store.db, userId)
    }
    const data = await rows.listTools(store.db, userId, { limit, offset: (page - 1) * limit })
    return { data, total: await rows.countTools(store.db, userId) }
  }

  const all = (userId: string) => rows.listTools(store.db, userId)

  async function get(userId: string, id: string) {
    return (await rows.findTool(store.db, userId, id)) ?? refuseUnknown()
  }

  function create(userId: string, input: z.infer<typeof createToolInput>) {
    return store.transaction((tx) => insert(tx, userId, { id: newId(), ...input }))
  }

  /** In the caller's transaction, under an id that is free. */
  async function insert(tx: Writer, userId: string, tool: ToolContents & { id: string }) {
    const date = now()
    const row = { ...tool, userId, createdDate: date, updatedDate: date }
    await rows.insertTool(tx, row)
    return row
  }

  function update(userId: string, { id, ...changes }: z.infer<typeof updateToolInput>) {
    return store.transaction(async (tx) => {
      const updated = await rows.updateTool(tx, userId, id, { ...changes, updatedDate: now() })
      return updated ?? refuseUnknown()
    })
  }

  function remove(userId: string, id: string) {
    return store.transaction(async (tx) => {
      const affected = (await rows.deleteTool(tx, userId, id)) || refuseUnknown()
      return { affected, raw: [] as [] }
    })
  }

  const taken = (ids: readonly string[]) => rows.takenTools(store.db, ids)

  return { list, all, get, create, insert, update, remove, taken }
}

function refuseUnknown(): never {
  throw new AppError('NOT_FOUND', 'This tool does not exist.')
}

export type ToolsService = ReturnType<typeof createToolsService>
