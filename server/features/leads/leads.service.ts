import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { AttemptLimits } from '#server/features/auth/attempt-limits.service.ts'
import type { FlowAccess, Visitor } from '#server/features/flows/flow-access.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { readChatbotConfig } from '#shared/flow-config.ts'
import { leadFields } from '#shared/lead-fields.ts'
import type { LeaveLead, tryLeadInput } from '#shared/leads.ts'
import * as rows from './leads.repository.ts'
import type { LeadRow } from './leads.table.ts'

/** Per address, over all flows. */
const visitorLeads = { max: 20, windowMs: 10 * 60_000 }

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  flows: Pick<FlowsService, 'findOwn'>
  access: Pick<FlowAccess, 'authorize'>
  limits: Pick<AttemptLimits, 'countOwn'>
}

/** Leads are visible only to the flow's owner; a visitor's response contains only that visitor's own lead. */
export function createLeadsService({ store, newId, now, flows, access, limits }: Deps) {
  async function leave({ chatflowid, chatId, ...lead }: LeaveLead, { caller, page, address }: Visitor) {
    const flow = await access.authorize(chatflowid, caller, page)
    if (caller?.id !== flow.userId) {
      await rejectTooMany(address)
    }
    return storeLead(flow, chatId ?? newId(), lead)
  }

  async function tryForm(userId: string, { flowId, chatId, ...lead }: z.output<typeof tryLeadInput>) {
    return storeLead(await flows.findOwn(userId, flowId), chatId, lead)
  }

  async function list(userId: string, flowId: string) {
    const { id } = await flows.findOwn(userId, flowId)
    return (await rows.listLeads(store.db, id)).map(show)
  }

  async function listOwn(userId: string, flowId: string | undefined) {
    return flowId === undefined ? (await rows.listLeadsOf(store.db, userId)).map(show) : list(userId, flowId)
  }

  async function remove(userId: string, id: string) {
    const affected = await store.transaction((tx) => rows.deleteLead(tx, { id, userId }))
    return { affected, raw: [] as [] }
  }

  /** Only fields the flow requests are stored; any others are dropped. */
  async function storeLead(flow: FlowRow, chatId: string, lead: LeadFields) {
    const requested = readChatbotConfig(flow.chatbotConfig)?.leads
    const target = requested?.status ? leadFields.filter((field) => requested[field]) : []
    if (target.length === 0) {
      throw new AppError('INVALID_INPUT', 'This flow does not collect contact details.')
    }
    const stored = { name: null, email: null, phone: null, ...pick(lead, target) }
    if (Object.values(stored).every((text) => text === null)) {
      throw new AppError('INVALID_INPUT', 'Fill in at least one field.')
    }
    const row = {
      ...{ id: newId(), flowId: flow.id, userId: flow.userId, chatId },
      ...stored,
      createdDate: now(),
    }
    await store.transaction((tx) => rows.insertLead(tx, row))
    return show(row)
  }

  async function rejectTooMany(address: string) {
    await limits.countOwn(
      `leads:${address}`,
      visitorLeads,
      (details) =>
        new AppError('RATE_LIMITED', 'Too many requests. Wait a moment and try again.', { details }),
    )
  }

  return { leave, tryForm, list, listOwn, remove }
}

type LeadFields = Pick<LeaveLead, 'name' | 'email' | 'phone'>

function pick(lead: LeadFields, target: readonly (keyof LeadFields)[]) {
  return Object.fromEntries(target.map((field) => [field, lead[field] || null])) as Partial<
    Pick<LeadRow, 'name' | 'email' | 'phone'>
  >
}

function show({ flowId: chatflowid, userId: _, ...row }: LeadRow) {
  return { ...row, chatflowid }
}
