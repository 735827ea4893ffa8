import type { Store, Writer } from '#server/db/store.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import { planUpsert } from '#server/engine/plan-flow.ts'
import type { ChatService } from '#server/features/chat/chat.service.ts'
import type { CredentialsService } from '#server/features/credentials/credentials.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { IndexesService } from '#server/features/indexes/indexes.service.ts'
import type { JobRow, JobsService, RunningJob } from '#server/features/jobs/jobs.service.ts'
import type { UpsertHistory } from '#server/features/upserts/upsert-history.service.ts'
import { AppError } from '#shared/errors.ts'
import { credentialOf } from '#shared/flow-file.ts'
import type { UpsertNode, UpsertResult } from '#shared/upserts.ts'
import { idOfPart, type Part, toFlowFile } from './component-flow.ts'
import { type IndexSettings, indexParts } from './index-parts.ts'
import { ownStores, UPSERT_JOB } from './show-store.ts'
import type { StoreReads } from './store-reads.ts'
import { failUnindexed, isUnindexed, listSources } from './store-sources.repository.ts'
import { findStore, type NamedStore } from './stores.repository.ts'
import { createUpsertMarks, type ReadSource } from './upsert-marks.ts'

type Deps = {
  store: Store
  now: () => Date
  catalogue: Catalogue
  credentials: Pick<CredentialsService, 'usable'>
  flows: Pick<FlowsService, 'findKnowledge'>
  jobs: JobsService
  indexes: Pick<IndexesService, 'discardStaged' | 'removeSource'>
  history: UpsertHistory
  reads: Pick<StoreReads, 'touch'>
  nameOf(userId: string): Promise<string>
}

type Input = {
  sourceIds?: readonly string[] | undefined
  /** Instead of named sources: those that are read and not indexed when the job runs. */
  isPending?: boolean
}
type Result = UpsertResult & { read: ReadSource[] }
type RunUpsert = Pick<ChatService, 'runPlannedUpsert'>

/** The node of indexes on this server. */
const OWN_INDEX = 'flowtillIndex'
const LOADER = 'documentStore'

/** Embeds the chunks of a store and writes them to its vector store, as a job with an entry in the history. */
export function createUpsertJob(deps: Deps) {
  const { store, catalogue, credentials, flows, jobs, indexes, history, reads, nameOf } = deps
  const marks = createUpsertMarks(deps)

  /** Throws INVALID_FLOW naming what is not configured. */
  async function start(found: NamedStore, { sourceIds }: Input) {
    const { plan } = await planOf(found, sourceIds)
    const startedBy = await nameOf(found.userId)
    const started = await store.transaction(async (tx) => {
      const begun = await history.begin(tx, {
        ...{ kind: UPSERT_JOB, subjectId: found.id, userId: found.userId, input: { sourceIds } },
        ...{ nodeId: plan.ending.id, nodes: describe(found, catalogue), isDraft: false, startedBy },
      })
      await marks.upserting(tx, found.id)
      return begun
    })
    jobs.wake()
    return started
  }

  async function planOf(found: NamedStore, sourceIds: Input['sourceIds']) {
    const file = toFlowFile(partsOf(found, sourceIds), catalogue)
    const ids = file.nodes.flatMap(({ data }) => credentialOf(data) ?? [])
    const known = { credentials: await credentials.usable(found.userId, ids) }
    const nodeId = file.nodes.at(-1)?.id
    return { plan: planUpsert(file, catalogue, { nodeId, known }) }
  }

  /** Of a pool: all sources that are read and not indexed. Runs in the caller's transaction; call `jobs.wake` after it. */
  async function enqueuePending(tx: Writer, { id, userId }: Pick<NamedStore, 'id' | 'userId'>) {
    const input: Input = { isPending: true }
    // A job that has not begun will find them.
    if (!(await jobs.isQueued(tx, { kind: UPSERT_JOB, subjectId: id }))) {
      await jobs.enqueue(tx, { kind: UPSERT_JOB, userId, subjectId: id, input })
    }
  }

  /** Runs are made by a context that depends on this one. */
  function runWith({ runPlannedUpsert }: RunUpsert) {
    jobs.handle(UPSERT_JOB, {
      async run(job: RunningJob): Promise<Result> {
        const { row } = job
        const input = row.input as Input
        const found = (await findStore(store.db, row.subjectId)) ?? rejectUnknown()
        const flow = await flows.findKnowledge(found.id)
        const sources = await listSources(store.db, found.id)
        const sourceIds = input.isPending ? sources.filter(isUnindexed).map(({ id }) => id) : input.sourceIds
        if (sourceIds?.length === 0) {
          return { ...nothing, read: [] }
        }
        const read = sources
          .filter(({ id }) => !sourceIds || sourceIds.includes(id))
          .map(({ id, updatedDate }) => ({ id, updatedTime: updatedDate.getTime() }))
        const planned = { versionId: flow.versionId, ...(await planOf(found, sourceIds)) }
        const work = { chatId: undefined, overrideConfig: {}, isDraft: false }
        const result = await runPlannedUpsert(flow, planned, work, { job, owner: jobs.processId })
        return { ...result, ...(input.isPending && { addedDocs: [] }), read }
      },
      begun: history.begun,
      abandoned: history.abandoned,
      async ended(tx, row, outcome) {
        await history.ended(tx, row, outcome)
        if ((await findStore(tx, row.subjectId)) === undefined) {
          return
        }
        await (outcome !== 'completed' && indexes.discardStaged(tx, row.userId, row.subjectId))
        await (outcome === 'completed'
          ? marks.upserted(tx, row.subjectId, (row.result as Result).read)
          : marks.stopped(tx, row.subjectId))
        await endPending(tx, row, outcome)
      },
    })
  }

  /** A pool has no other sign of an upsert that has failed than the state of its sources. */
  async function endPending(tx: Writer, row: JobRow, outcome: 'completed' | 'failed' | 'cancelled') {
    const { isPending } = row.input as Input
    const { subjectId } = row
    if (!isPending) {
      return
    }
    if (outcome === 'completed') {
      await removeGone(tx, row)
    } else if (!(await jobs.isQueued(tx, { kind: UPSERT_JOB, subjectId }))) {
      const error = row.error ?? 'Embedding was cancelled.'
      await failUnindexed(tx, subjectId, error)
      await reads.touch(tx, subjectId)
    }
  }

  /** Sources removed while their chunks were embedded. */
  async function removeGone(tx: Writer, { subjectId, userId, result }: JobRow) {
    const left = new Set((await listSources(tx, subjectId)).map(({ id }) => id))
    for (const { id } of (result as Result).read) {
      await (left.has(id) || indexes.removeSource(tx, userId, subjectId, id))
    }
  }

  return { start, enqueuePending, runWith, reads }
}

/** The store as a flow: its chunks, embedded and written. The vector store is last. */
function partsOf(found: NamedStore, sourceIds: Input['sourceIds']): Part[] {
  const { parts, embedding, vectorStore } = indexParts(found)
  const loader: Part = {
    ...{ id: idOfPart(LOADER), name: LOADER },
    config: { selectedStore: found.id, docIds: sourceIds?.join(',') ?? '' },
  }
  const manager = parts.find(({ id }) => id !== embedding && id !== vectorStore)
  const target = parts.find(({ id }) => id === vectorStore) as Part
  const isOwn = ownStores.has(target.name)
  const connected = {
    ...{ document: loader.id, embeddings: embedding },
    // The index on this server knows its own chunks.
    ...(manager && !isOwn && { recordManager: manager.id }),
  }
  return [
    ...parts.filter((part) => part !== target && (part !== manager || !isOwn)),
    loader,
    isOwn ? ownIndex(connected, sourceIds) : { ...target, connected },
  ]
}

/** All chunks of the store make up its index; of some sources, only theirs are replaced. */
function ownIndex(connected: Readonly<Record<string, string>>, sourceIds: Input['sourceIds']): Part {
  const cleanup = sourceIds ? 'incremental' : 'full'
  return {
    ...{ id: idOfPart(OWN_INDEX), name: OWN_INDEX, output: 'vectorStore', connected },
    config: { collection: '', cleanup, sourceIdKey: 'docId' },
  }
}

const nothing = {
  ...{ numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 0, totalKeys: 0 },
  addedDocs: [],
}

/** Types whose values cannot hold a key of an account. */
const shownTypes: ReadonlySet<string> = new Set([
  ...['string', 'number', 'boolean', 'options', 'multiOptions', 'asyncOptions', 'asyncMultiOptions'],
])

/** What the history shows: the chosen nodes with their settings, without credentials and free JSON. */
function describe(
  { embedding, vectorStore, recordManager }: IndexSettings,
  catalogue: Catalogue,
): UpsertNode[] {
  return [embedding, vectorStore, recordManager].flatMap((part) => {
    const node = part && catalogue.get(part.name)
    if (!node) {
      return []
    }
    const { name, label, category, inputs } = describeNode(node)
    const paramValues = inputs.flatMap(({ name: input, label: title, type }) => {
      const value = part.config[input]
      const isShown = shownTypes.has(type) && value !== undefined && value !== null && value !== ''
      return isShown ? [{ name: input, label: title, type, value }] : []
    })
    return [{ id: idOfPart(name), name, label, category, paramValues }]
  })
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This document store does not exist.')
}
