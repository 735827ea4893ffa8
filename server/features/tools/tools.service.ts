import type { z } from 'zod'
import type { Reader, Store, Writer } from '#server/db/store.ts'
import type { Ports } from '#server/engine/ports.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type { createToolInput, ToolUse, testToolInput, toolFields, updateToolInput } from '#shared/tools.ts'
import * as rows from './tools.repository.ts'

type Deps = {
  listFlowUses(db: Reader, userId: string, field: string, ids: readonly string[]): Promise<ToolUse[]>
  store: Store
  newId: NewId
  now: () => Date
  runCode: Ports['runCode']
  vars(): Promise<Record<string, string>>
}
type Page = { page?: number | undefined; limit?: number | undefined }
type Written = Pick<Parameters<Ports['runCode']>[0], 'code' | 'inputs'>
type ToolContents = z.infer<typeof toolFields>

/** Custom tools of ADMINs. Those of other users do not exist. */
export function createToolsService({ store, newId, now, runCode, vars, listFlowUses }: Deps) {
  async function list(userId: string, { page, limit }: Page) {
    if (!(page && limit)) {
      return rows.listTools(store.db, userId)
    }
    const data = await rows.listTools(store.db, userId, { limit, offset: (page - 1) * limit })
    return { data, total: await rows.countTools(store.db, userId) }
  }

  const all = (userId: string) => rows.listTools(store.db, userId)

  async function get(userId: string, id: string) {
    return (await rows.findTool(store.db, userId, id)) ?? rejectUnknown()
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
      return updated ?? rejectUnknown()
    })
  }

  function remove(userId: string, id: string) {
    return store.transaction(async (tx) => {
      const affected = (await rows.deleteTool(tx, userId, id)) || rejectUnknown()
      return { affected, raw: [] as [] }
    })
  }

  const taken = (ids: readonly string[]) => rows.listExistingTools(store.db, ids)

  /** Runs a tool as it is in the editor. Errors of its code are a result and are not thrown. */
  async function test(userId: string, tried: z.infer<typeof testToolInput>, signal: AbortSignal) {
    const started = performance.now()
    // As in a flow, missing arguments are undefined instead of a ReferenceError. Declared on the first line, so
    // that line numbers stay correct.
    const code = tried.properties.map((property) => `var $${property};`).join('') + tried.func
    const outcome = await runFunction(userId, { code, inputs: tried.args }, signal).catch(issueOf)
    return { ...outcome, durationMs: Math.round(performance.now() - started) }
  }

  /** Runs a custom function of a flow with its inputs. Throws INVALID_FLOW for errors of the code. */
  async function runFunction(userId: string, { code, inputs }: Written, signal: AbortSignal) {
    const flow = { chatflowId: `test of ${userId}`, chatId: 'test', sessionId: 'test', input: '', state: {} }
    return runCode({ code, inputs, vars: await vars(), flow, signal })
  }

  async function uses(userId: string): Promise<ToolUse[]> {
    const own = await all(userId)
    return listFlowUses(
      store.db,
      userId,
      'electedTool',
      own.map(({ id }) => id),
    )
  }

  return { list, all, get, create, insert, update, remove, taken, test, runFunction, uses }
}

function issueOf(error: unknown) {
  if (error instanceof AppError && error.code === 'INVALID_FLOW') {
    const logs = (error.details?.logs ?? []) as string[]
    return { value: null, logs, fault: error.message }
  }
  throw error
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This tool does not exist.')
}

export type ToolsService = ReturnType<typeof createToolsService>
