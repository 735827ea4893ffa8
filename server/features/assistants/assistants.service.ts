import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { NewId } from '#server/ids.ts'
import type { AssistantType, createAssistantInput, updateAssistantInput } from '#shared/assistants.ts'
import { AppError } from '#shared/errors.ts'
import * as rows from './assistants.repository.ts'

type Deps = { store: Store; newId: NewId; now: () => Date }

/** Stored assistants of ADMINs. An assistant of another user is reported as not found. */
export function createAssistantsService({ store, newId, now }: Deps) {
  const list = (userId: string, type?: AssistantType) => rows.listAssistants(store.db, userId, type)

  async function get(userId: string, id: string) {
    return (await rows.findAssistant(store.db, userId, id)) ?? rejectUnknown()
  }

  function create(userId: string, input: z.infer<typeof createAssistantInput>) {
    return store.transaction((tx) => insert(tx, userId, { id: newId(), ...input }))
  }

  /** In the caller's transaction, under an id that is free. */
  async function insert(
    tx: Writer,
    userId: string,
    assistant: z.infer<typeof createAssistantInput> & { id: string },
  ) {
    const date = now()
    const row = { ...assistant, userId, createdDate: date, updatedDate: date }
    await rows.insertAssistant(tx, row)
    return row
  }

  function update(userId: string, { id, ...changes }: z.infer<typeof updateAssistantInput>) {
    return store.transaction(async (tx) => {
      const updated = await rows.updateAssistant(tx, userId, id, { ...changes, updatedDate: now() })
      return updated ?? rejectUnknown()
    })
  }

  async function removeIn(tx: Writer, userId: string, id: string) {
    const affected = (await rows.deleteAssistant(tx, userId, id)) || rejectUnknown()
    return { affected, raw: [] as [] }
  }

  const taken = (ids: readonly string[]) => rows.listExistingAssistants(store.db, ids)

  /** The assistant's id and credential at its vendor. Throws INVALID_FLOW for a local one. */
  async function remote(userId: string, id: string) {
    const { details, credential } = await get(userId, id)
    const { id: assistantId } = read(details)
    if (typeof assistantId !== 'string' || assistantId === '' || credential === '') {
      throw new AppError('INVALID_FLOW', 'This assistant has no counterpart at OpenAI yet.')
    }
    return { assistantId, credential }
  }

  async function listRemote(userId: string) {
    const stored = await list(userId, 'OPENAI')
    return stored.map(({ id, details }) => {
      const { name, instructions } = read(details)
      return { id, name: String(name ?? 'Assistant'), description: String(instructions ?? '').slice(0, 200) }
    })
  }

  return { remote, listRemote, list, get, create, insert, update, removeIn, taken, rejectUnknown }
}

function read(details: string): Record<string, unknown> {
  return JSON.parse(details)
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This assistant does not exist.')
}

export type AssistantsService = ReturnType<typeof createAssistantsService>
