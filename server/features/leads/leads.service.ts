import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { Caller } from '#server/features/auth/auth.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { readChatbotConfig } from '#shared/flow-config.ts'
import { type LeaveLead, leadFields, type tryLeadInput } from '#shared/leads.ts'
import * as rows from './leads.repository.ts'
import type { LeadRow } from './leads.table.ts'

/** Of one address, over all flows. */
const visitorLeads = { most: 20, windowMs: 10 * 60_000 }

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  flows: Pick<FlowsService, 'find'>
  /** The flow, for whoever may ask it; NOT_FOUND or FORBIDDEN for others. */
  admit(flowId: string, caller: Caller | null, page: string | undefined): Promise<FlowRow>
  limits: { countOwn(key: string, limit: { most: number; windowMs: number }): Promise<number> }
}
/** `page`: the site the chat stands on, where it is not ours. */
type Visitor = { caller: Caller | null; page: string | undefined; address: string }

/** Who has left his details. They are the flow owner's alone: whoever leaves them is given back his own and nobody else's. */
export function createLeadsService({ store, newId, now, flows, admit, limits }: Deps) {
  async function leave({ chatflowid, chatId, ...said }: LeaveLead, { caller, page, address }: Visitor) {
    const flow = await admit(chatflowid, caller, page)
    if (caller?.id !== flow.userId) {
      await refuseTooMany(address)
    }
    return keep(flow, chatId ?? newId(), said)
  }

  /** The owner tries the form of his own flow. */
  async function tryForm(userId: string, { flowId, chatId, ...said }: z.output<typeof tryLeadInput>) {
    return keep(await ownFlow(userId, flowId), chatId, said)
  }

  async function list(userId: string, flowId: string) {
    const { id } = await ownFlow(userId, flowId)
    return (await rows.listLeads(store.db, id)).map(show)
  }

  async function remove(userId: string, id: string) {
    const affected = await store.transaction((tx) => rows.deleteLead(tx, { id, userId }))
    return { affected, raw: [] as [] }
  }

  function removeIn(tx: Writer, { flowId }: { flowId: string }) {
    return rows.deleteLeadsOf(tx, flowId)
  }

  /** Only what the flow asks for is kept, whatever else a client sends along. */
  async function keep(flow: FlowRow, chatId: string, said: Said) {
    const asked = readChatbotConfig(flow.chatbotConfig)?.leads
    const wanted = asked?.status ? leadFields.filter((field) => asked[field]) : []
    if (wanted.length === 0) {
      throw new AppError('INVALID_INPUT', 'This flow asks for no contact details.')
    }
    const kept = { name: null, email: null, phone: null, ...pick(said, wanted) }
    if (Object.values(kept).every((text) => text === null)) {
      throw new AppError('INVALID_INPUT', 'Fill in at least one field.')
    }
    const row = {
      ...{ id: newId(), flowId: flow.id, userId: flow.userId, chatId },
      ...kept,
      createdDate: now(),
    }
    await store.transaction((tx) => rows.insertLead(tx, row))
    return show(row)
  }

  async function refuseTooMany(address: string) {
    const retryAfterSeconds = await limits.countOwn(`leads:${address}`, visitorLeads)
    if (retryAfterSeconds > 0) {
      throw new AppError('RATE_LIMITED', 'Too many forms. Please wait a little and send it again.', {
        details: { retryAfterSeconds },
      })
    }
  }

  async function ownFlow(userId: string, flowId: string) {
    const flow = await flows.find(flowId)
    if (flow.userId !== userId) {
      throw new AppError('NOT_FOUND', 'This flow does not exist.')
    }
    return flow
  }

  return { leave, tryForm, list, remove, removeIn }
}

export type LeadsService = ReturnType<typeof createLeadsService>

type Said = Pick<LeaveLead, 'name' | 'email' | 'phone'>

function pick(said: Said, wanted: readonly (keyof Said)[]) {
  return Object.fromEntries(wanted.map((field) => [field, said[field] || null])) as Partial<
    Pick<LeadRow, 'name' | 'email' | 'phone'>
  >
}

function show({ flowId: chatflowid, userId: _, ...row }: LeadRow) {
  return { ...row, chatflowid }
}
