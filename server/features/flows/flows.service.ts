import type { z } from 'zod'
import type { Reader, Store, Writer } from '#server/db/store.ts'
import { type Catalogue, checkFlow } from '#server/engine/check-flow.ts'
import { type Plan, planFlow } from '#server/engine/plan-flow.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { createFlowInput, FlowType, updateFlowInput } from '#shared/flows.ts'
import { microToUsd } from '#shared/money.ts'
import { drawFlow } from './draw-flow.ts'
import { type ExampleLanguage, examples, makeExampleFlow } from './example-flow.ts'
import * as rows from './flows.repository.ts'
import type { FlowRow } from './flows.table.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000
/** Plans of the versions asked last. A version never changes, so a plan is never stale. */
const KEPT_PLANS = 200

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  catalogue: Catalogue
  messages: Pick<MessagesService, 'removeIn'>
  runs: Pick<RunsService, 'totals'>
}

type Listing = {
  types?: readonly FlowType[] | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** Saved flows and their versions. Another's flow does not exist. */
export function createFlowsService({ store, newId, now, catalogue, messages, runs }: Deps) {
  const plans = new Map<string, Plan>()

  async function list(userId: string, { types, page, limit }: Listing) {
    const listing = { userId, types }
    if (!(page && limit)) {
      return (await rows.listFlows(store.db, listing)).map(toSaved)
    }
    const found = await rows.listFlows(store.db, listing, { limit, offset: (page - 1) * limit })
    return { data: found.map(toSaved), total: await rows.countFlows(store.db, listing) }
  }

  /** For lists: small whatever the flows weigh. */
  async function summaries(userId: string, types: readonly FlowType[]) {
    const since = new Date(now().getTime() - WEEK_MS)
    const totals = new Map((await runs.totals(userId, since)).map((total) => [total.flowId, total]))
    return (await rows.listCards(store.db, { userId, types })).map((flow) => ({
      ...flow,
      messages: totals.get(flow.id)?.count ?? 0,
      cost: microToUsd(totals.get(flow.id)?.costMicro ?? 0),
    }))
  }

  async function get(userId: string, id: string) {
    const flow = await getRow(store.db, userId, id)
    return toSaved({ flow, flowData: await getData(store.db, flow.versionId) })
  }

  async function getRow(db: Reader, userId: string, id: string) {
    const flow = await rows.findFlow(db, id)
    return flow?.userId === userId ? flow : refuseUnknown()
  }

  /** For whoever answers: the owner is not asked for here. */
  async function find(id: string) {
    const found = await store.recall(['flows'], `flow:${id}`, () => rows.findFlow(store.db, id))
    return found ?? refuseUnknown()
  }

  async function getData(db: Reader, versionId: string) {
    return (await rows.findFlowData(db, versionId)) ?? refuseUnknown()
  }

  /** Throws INVALID_FLOW with every fault when it cannot run. */
  async function plan(versionId: string): Promise<Plan> {
    const kept = plans.get(versionId)
    if (kept) {
      plans.delete(versionId)
      plans.set(versionId, kept)
      return kept
    }
    const made = planFlow(parseFlowFile(await getData(store.db, versionId)), catalogue)
    plans.set(versionId, made)
    const [oldest] = plans.keys()
    if (plans.size > KEPT_PLANS && oldest) {
      plans.delete(oldest)
    }
    return made
  }

  function create(userId: string, input: z.infer<typeof createFlowInput>) {
    const { flowData, ...fields } = input
    const drawn = draw(flowData)
    const id = newId()
    const versionId = newId()
    const date = now()
    const row = {
      ...unset,
      ...defined(fields),
      id,
      userId,
      versionId,
      ...drawn,
      createdDate: date,
      updatedDate: date,
    }
    return store.transaction(async (tx) => {
      await rows.insertFlow(tx, row as FlowRow)
      await rows.insertVersion(tx, {
        id: versionId,
        flowId: id,
        number: 1,
        flowData,
        userId,
        createdDate: date,
      })
      return toSaved({ flow: row as FlowRow, flowData })
    })
  }

  /** Everything of these types, one after the other: together they may be more than memory should hold. */
  async function* each(userId: string, types: readonly FlowType[]) {
    for (const { versionId, ...flow } of await rows.listNames(store.db, { userId, types })) {
      const flowData = await rows.findFlowData(store.db, versionId)
      if (flowData !== undefined) {
        yield { ...flow, flowData }
      }
    }
  }

  /**
   * In the caller's transaction, under an id that `taken` has not named: a flow of his own that was removed comes back to
   * life under it, as a new version.
   */
  async function insert(
    tx: Writer,
    userId: string,
    {
      flowData,
      ...flow
    }: Pick<FlowRow, 'id' | 'name' | 'type' | 'thumbnail' | 'nodeCount'> & {
      flowData: string
    },
  ) {
    const versionId = newId()
    const date = now()
    const row = { ...unset, ...flow, userId, versionId, createdDate: date, updatedDate: date }
    const removed = await rows.reviveFlow(tx, userId, row)
    if (!removed) {
      await rows.insertFlow(tx, row)
    }
    const number = removed ? (await rows.findNewestNumber(tx, flow.id)) + 1 : 1
    await rows.insertVersion(tx, {
      id: versionId,
      flowId: flow.id,
      number,
      flowData,
      userId,
      createdDate: date,
    })
  }

  function createExample(userId: string, language: ExampleLanguage) {
    const flowData = makeExampleFlow(catalogue, language)
    return create(userId, { name: examples[language].name, type: 'CHATFLOW', flowData })
  }

  /** Publishes at once, as integrators expect: what is saved is what answers. */
  function update(userId: string, { id, flowData, ...fields }: z.infer<typeof updateFlowInput>) {
    const drawn = flowData === undefined ? undefined : draw(flowData)
    return store.transaction(async (tx) => {
      const flow = await getRow(tx, userId, id)
      const current = await getData(tx, flow.versionId)
      const next = flowData === undefined || flowData === current ? undefined : flowData
      const versionId =
        next === undefined ? flow.versionId : await addVersion(tx, { flowId: id, userId, flowData: next })
      const changes = { ...defined(fields), ...drawn, versionId, updatedDate: after(flow.updatedDate) }
      const updated = (await rows.updateFlow(tx, id, changes)) ?? refuseUnknown()
      return toSaved({ flow: updated, flowData: next ?? current })
    })
  }

  // Two saves in one millisecond are still two: who saw the first must notice the second.
  function after(date: Date) {
    return new Date(Math.max(now().getTime(), date.getTime() + 1))
  }

  async function addVersion(tx: Writer, version: { flowId: string; userId: string; flowData: string }) {
    const id = newId()
    const number = (await rows.findNewestNumber(tx, version.flowId)) + 1
    await rows.insertVersion(tx, { id, number, ...version, createdDate: now() })
    return id
  }

  async function duplicate(userId: string, id: string, name: string | undefined) {
    const { flowData, type, category, ...flow } = await get(userId, id)
    return create(userId, { name: name ?? `${flow.name} copy`.slice(0, 255), type, category, flowData })
  }

  /** With its messages. Its runs stay, for they explain what was paid. */
  function remove(userId: string, id: string) {
    return store.transaction(async (tx) => {
      await getRow(tx, userId, id)
      await messages.removeIn(tx, { flowId: id })
      await rows.updateFlow(tx, id, { removedDate: now() })
      return { affected: 1, raw: [] as [] }
    })
  }

  async function hasChanged(userId: string, id: string, lastUpdatedDate: Date) {
    const { updatedDate } = await getRow(store.db, userId, id)
    return { hasChanged: updatedDate.getTime() !== lastUpdatedDate.getTime() }
  }

  async function validate(userId: string, id: string) {
    const { versionId } = await getRow(store.db, userId, id)
    return checkFlow(parseFlowFile(await getData(store.db, versionId)), catalogue)
  }

  /** Whether answers come word by word; a flow that cannot run cannot stream either. */
  async function streams(id: string) {
    const { versionId } = await find(id)
    return { isStreaming: (await plan(versionId).catch(() => undefined))?.streams ?? false }
  }

  /** Which of these ids are not free for this user. */
  const taken = (userId: string, ids: readonly string[]) => rows.takenFlows(store.db, userId, ids)
  /** How many there are of each type, and how heavy they are. */
  const weigh = (userId: string) => rows.weighFlows(store.db, userId)
  const listNames = (userId: string) => rows.listNames(store.db, { userId, types: undefined })
  const boundTo = (keyIds: string[]) => rows.listBoundTo(store.db, keyIds)
  /** Whether the database answers. */
  async function isReachable() {
    await rows.findFlow(store.db, 'none')
    return true
  }

  return {
    isReachable,
    list,
    summaries,
    get,
    find,
    plan,
    create,
    createExample,
    each,
    insert,
    taken,
    weigh,
    listNames,
    update,
    duplicate,
    remove,
    hasChanged,
    validate,
    streams,
    boundTo,
  }
}

function draw(flowData: string) {
  return drawFlow(parseFlowFile(flowData))
}

const unset = {
  deployed: false,
  isPublic: false,
  apikeyid: null,
  category: null,
  chatbotConfig: null,
  apiConfig: null,
  analytic: null,
  speechToText: null,
  textToSpeech: null,
  followUpPrompts: null,
  removedDate: null,
}

/** Only what was said. Clients send null for switches they have never touched. */
function defined<Fields extends Record<string, unknown>>(fields: Fields) {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    said.map(([name, value]) => [name, value ?? (name === 'deployed' || name === 'isPublic' ? false : null)]),
  ) as Partial<FlowRow>
}

function toSaved({ flow, flowData }: { flow: FlowRow; flowData: string }) {
  return { ...flow, flowData }
}

function refuseUnknown(): never {
  throw new AppError('NOT_FOUND', 'This flow does not exist.')
}

export type FlowsService = ReturnType<typeof createFlowsService>
