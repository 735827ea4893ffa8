import type { Reader, Store } from '#server/db/store.ts'
import { buildHandles } from '#server/engine/build-handles.ts'
import type { Turn } from '#server/engine/call-context.ts'
import { estimateTokens } from '#server/engine/estimate.ts'
import { describeModel, type Openers } from '#server/engine/estimate-flow.ts'
import type { Document, DocumentSource } from '#server/engine/handles.ts'
import { untilAborted } from '#server/engine/pause.ts'
import type { Plan, Step } from '#server/engine/plan-flow.ts'
import type { Ports } from '#server/engine/ports.ts'
import { uncharged } from '#server/engine/run-log.ts'
import { planUntil } from '#server/engine/run-to.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { referencedNode } from '#shared/flow-file.ts'
import type { UpsertEstimate, UpsertSource } from '#shared/upserts.ts'
import { noPrediction } from './no-prediction.ts'
import { createRunPorts, type WorldDeps } from './run-ports.ts'

type Deps = WorldDeps & {
  store: Store
  newId: NewId
  flows: Pick<FlowsService, 'findOwn' | 'planUpsert'>
  prices: { find(db: Reader, provider: string, model: string): Promise<{ inputPico: number } | undefined> }
  openersOf(userId: string): Openers
}

/** Reading takes longer only for sources that an upsert can hardly read either. */
const READ_MS = 30_000
const noWork = { calls: { typical: 0, worst: 0 }, input: { typical: 0, worst: 0 } }

/** What an upsert of the draft would read and cost at most. No model is called, and no other server is asked. */
export function createUpsertEstimate(deps: Deps) {
  const { store, newId, flows, prices, openersOf } = deps
  const portsOf = createRunPorts({ ...deps, callFlow: rejectOutside })

  return async (
    userId: string,
    { flowId, nodeId }: { flowId: string; nodeId: string },
    caller = new AbortController().signal,
  ): Promise<UpsertEstimate> => {
    const flow = await flows.findOwn(userId, flowId)
    const { plan } = await flows.planUpsert(flow, { nodeId, isDraft: true })
    const price = await priceOf(userId, plan)
    const signal = AbortSignal.any([caller, AbortSignal.timeout(READ_MS)])
    const read = await Promise.all(
      loadersOf(plan).map((loader) => readSources(flow, plan, { loader, signal })),
    )
    caller.throwIfAborted()
    const sources = read.flat().map((source) => ({ ...source, costMicro: costOf(source.tokens, price) }))
    const chunks = sumOf(sources, 'chunks')
    const tokens = sumOf(sources, 'tokens')
    return {
      ...{ sources, chunks, tokens, ...price, costMicro: costOf(tokens, price) },
      isComplete: sources.every((source) => source.chunks !== null),
    }
  }

  async function readSources(
    flow: FlowRow,
    plan: Plan,
    { loader, signal }: { loader: Step; signal: AbortSignal },
  ): Promise<Omit<UpsertSource, 'costMicro'>[]> {
    const uncounted = {
      ...{ nodeId: loader.id, name: loader.label, pages: null, chunks: null, tokens: null },
    }
    const turn = turnOf(flow, newId())
    const moment = {
      isNew: true,
      isVisitor: false,
      callStack: [],
      before: undefined,
      chatType: 'INTERNAL',
    } as const
    const { ports, isOutside } = withoutNetwork(
      portsOf(flow, { ...noPrediction, chatId: turn.chatId }, moment),
    )
    try {
      const handles = await buildHandles(planUntil(plan, loader.id), { turn, ports, log: uncharged, signal })
      const documents = await untilAborted((handles.get(loader.id) as DocumentSource).load(), signal)
      return [...groupBySource(documents, loader.label)].map(([name, found]) => ({
        ...{ nodeId: loader.id, name, pages: countPages(found), chunks: found.length },
        tokens: found.reduce((sum, { pageContent }) => sum + estimateTokens(pageContent) + 1, 0),
        error: null,
      }))
    } catch (error) {
      return [{ ...uncounted, error: isOutside() || signal.aborted ? null : reasonOf(error) }]
    }
  }

  async function priceOf(userId: string, plan: Plan) {
    const model = plan.steps.find(
      ({ id, node }) => plan.ending.needs.includes(id) && node.category === 'Embeddings',
    )
    const work = model && (await describeModel(model, plan.steps, noWork, openersOf(userId)))
    const paidBy = work?.provider && work.paidBy === 'owner' ? ('owner' as const) : ('platform' as const)
    const found =
      work && paidBy === 'platform' ? await prices.find(store.db, work.provider, work.model) : undefined
    return { model: work?.model ?? '', paidBy, pricePico: found?.inputPico ?? null }
  }
}

/** The steps connected to the documents of the store. */
function loadersOf({ steps, ending }: Plan): Step[] {
  const { document } = ending.data.inputs
  const ids = new Set([document].flat().map(referencedNode))
  return steps.filter(({ id }) => ids.has(id))
}

/** Documents by the file or page they come from, in order. Those without a source belong to their loader. */
function groupBySource(documents: readonly Document[], label: string) {
  const groups = new Map<string, Document[]>()
  for (const document of documents) {
    const { source, url } = document.metadata
    const name = [source, url].find((value) => typeof value === 'string' && value !== '') ?? label
    const known = groups.get(String(name)) ?? []
    known.push(document)
    groups.set(String(name), known)
  }
  return groups
}

function countPages(documents: readonly Document[]): number | null {
  const pages = new Set(
    documents.flatMap(({ metadata: { loc, page } }) => {
      const number = (loc as { pageNumber?: unknown } | undefined)?.pageNumber ?? page
      return typeof number === 'number' ? [number] : []
    }),
  )
  return pages.size > 0 ? pages.size : null
}

type Counted = { chunks: number | null; tokens: number | null }

function sumOf(sources: readonly Counted[], name: keyof Counted): number {
  return sources.reduce((sum, source) => sum + (source[name] ?? 0), 0)
}

type Price = { paidBy: 'platform' | 'owner'; pricePico: number | null }

/** In micro-USD, rounded up like a charge. */
function costOf(tokens: number | null, { paidBy, pricePico }: Price): number | null {
  if (paidBy === 'owner') {
    return 0
  }
  return tokens === null || pricePico === null ? null : Math.ceil((tokens * pricePico) / 1_000_000)
}

/** Ports that reach no other server. `isOutside`: whether one was asked for. */
function withoutNetwork(ports: Ports) {
  let isOutside = false
  const reject = (): never => {
    isOutside = true
    return rejectOutside()
  }
  const closed = {
    ...{
      fetch: reject,
      fetchAws: reject,
      sql: reject,
      queryDatabase: reject,
      redis: reject,
      openMcp: reject,
    },
    ...{ callFlow: reject, openAssistant: reject, keepFile: reject },
  }
  return { ports: Object.assign(Object.create(ports) as Ports, closed), isOutside: () => isOutside }
}

function rejectOutside(): never {
  throw new AppError('UPSTREAM_FAILED', 'An estimate reads no other servers.')
}

function turnOf({ id: flowId }: FlowRow, chatId: string): Turn {
  return { question: '', flowId, chatId, sessionId: chatId, messageId: chatId, vars: {} }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) {
    return error.message
  }
  throw error
}
