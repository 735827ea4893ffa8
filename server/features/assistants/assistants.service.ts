import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { NewId } from '#server/ids.ts'
import type { AssistantType, createAssistantInput, updateAssistantInput } from '#shared/assistants.ts'
import { AppError } from '#shared/errors.ts'
import { openAiDetailsSchema, parseOpenAiDetails } from '#shared/open-ai-assistants.ts'
import * as rows from './assistants.repository.ts'
import type { AssistantRow } from './assistants.table.ts'
import { type OpenCredential, openAiAccount } from './open-ai-account.ts'

type Deps = { store: Store; newId: NewId; now: () => Date }

/** Stored assistants of ADMINs. An assistant of another user is reported as not found. */
export function createAssistantsService({ store, newId, now }: Deps) {
  const list = (userId: string, type?: AssistantType) => rows.listAssistants(store.db, userId, type)

  async function get(userId: string, id: string) {
    return (await rows.findAssistant(store.db, userId, id)) ?? rejectUnknown()
  }

  function create(userId: string, input: z.infer<typeof createAssistantInput>) {
    requireWithinLimits(input)
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
      const row = (await rows.findAssistant(tx, userId, id)) ?? rejectUnknown()
      requireWithinLimits({ ...row, ...withoutGaps(changes) })
      const updated = await rows.updateAssistant(tx, userId, id, { ...changes, updatedDate: now() })
      return updated ?? rejectUnknown()
    })
  }

  async function removeIn(tx: Writer, userId: string, id: string) {
    const affected = (await rows.deleteAssistant(tx, userId, id)) || rejectUnknown()
    return { affected, raw: [] as [] }
  }

  const taken = (ids: readonly string[]) => rows.listExistingAssistants(store.db, ids)

  /** An OpenAI-type assistant that can answer, and its account. Throws INVALID_FLOW for one that lacks something. */
  async function openAi(userId: string, id: string, openCredential: OpenCredential) {
    const { type, details, credential } = await get(userId, id)
    const definition = type === 'CUSTOM' ? undefined : parseOpenAiDetails(details)
    if (!definition || credential === '') {
      return rejectIncomplete()
    }
    const { account, deployment } = await openAiAccount(openCredential, userId, credential)
    const model = definition.model || deployment || rejectIncomplete()
    return { definition: { ...definition, model }, account }
  }

  async function listOpenAi(userId: string) {
    const stored = (await list(userId)).filter(({ type }) => type !== 'CUSTOM')
    return stored.map(({ id, details }) => {
      const { name = 'Assistant', description, instructions = '' } = parseOpenAiDetails(details) ?? {}
      return { id, name, description: (description || instructions).slice(0, 200) }
    })
  }

  return { openAi, listOpenAi, list, get, create, insert, update, removeIn, taken, rejectUnknown }
}

/** Only OpenAI-type assistants have OpenAI's limits. */
function requireWithinLimits({ type, details }: Pick<AssistantRow, 'type' | 'details'>) {
  if (type === 'CUSTOM') {
    return
  }
  const { error } = openAiDetailsSchema.safeParse(JSON.parse(details))
  const [issue] = error?.issues ?? []
  if (issue) {
    const field = issue.path.join('.')
    throw new AppError('INVALID_INPUT', 'A setting of this OpenAI assistant is outside its limits.', {
      details: { [field]: [issue.message] },
      cause: error,
    })
  }
}

const withoutGaps = ({
  type,
  details,
}: {
  type?: AssistantType | undefined
  details?: string | undefined
}) => ({
  ...(type && { type }),
  ...(details !== undefined && { details }),
})

function rejectIncomplete(): never {
  throw new AppError(
    'INVALID_FLOW',
    'This OpenAI assistant is incomplete. Choose its credential and model under Assistants, OpenAI.',
  )
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This assistant does not exist.')
}

export type AssistantsService = ReturnType<typeof createAssistantsService>
