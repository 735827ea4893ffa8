import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { prepared } from '#server/db/prepared.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import type { FlowType } from '#shared/flows.ts'
import { type FlowRow, flowDrafts, flows, flowVersions } from './flows.table.ts'

const MAX_COUNT = 1_000
const MAX_SWEPT = 10_000
/** Databases limit the number of parameters of a statement. */
const IDS_AT_ONCE = 500

/** Not a row that stands for a document store. */
const isFlow = eq(flows.purpose, 'flow')

const flowSelect = prepared((db: Reader) =>
  db
    .select()
    .from(flows)
    .where(and(eq(flows.id, sql.placeholder('id')), isFlow, isNull(flows.removedDate)))
    .limit(1)
    .prepare(),
)

export async function findFlow(db: Reader, id: string) {
  const [row] = await flowSelect(db).execute({ id })
  return row
}

type Listing = { userId: string; types: readonly FlowType[] | undefined }

function owned({ userId, types }: Listing) {
  return and(
    eq(flows.userId, userId),
    isFlow,
    isNull(flows.removedDate),
    types && inArray(flows.type, [...types]),
  )
}

const seenData = sql<string>`case when ${flowVersions.publishedDate} is null
  then coalesce(${flowDrafts.flowData}, ${flowVersions.flowData}) else ${flowVersions.flowData} end`

/** Newest change first, with flow data. */
export function listFlows(db: Reader, listing: Listing, page?: { limit: number; offset: number }) {
  return db
    .select({ flow: flows, flowData: seenData })
    .from(flows)
    .innerJoin(flowVersions, eq(flowVersions.id, flows.versionId))
    .leftJoin(flowDrafts, eq(flowDrafts.flowId, flows.id))
    .where(owned(listing))
    .orderBy(desc(flows.updatedDate), asc(flows.id))
    .limit(page?.limit ?? MAX_COUNT)
    .offset(page?.offset ?? 0)
}

/** Without flow data. */
export async function listHeadings(db: Reader, listing: Listing, page?: { limit: number; offset: number }) {
  const found = await db
    .select({ flow: flows })
    .from(flows)
    .where(owned(listing))
    .orderBy(desc(flows.updatedDate), asc(flows.id))
    .limit(page?.limit ?? MAX_COUNT)
    .offset(page?.offset ?? 0)
  return found.map(({ flow }) => flow)
}

export function listNames(db: Reader, listing: Listing) {
  return db
    .select({ id: flows.id, name: flows.name, type: flows.type, versionId: flows.versionId })
    .from(flows)
    .where(owned(listing))
    .orderBy(asc(flows.name), asc(flows.id))
}

/** Bytes of the live versions, by type. */
export function weighFlows(db: Reader, userId: string) {
  return db
    .select({
      type: flows.type,
      count: count(),
      bytes: sql<number>`coalesce(sum(octet_length(${flowVersions.flowData})), 0)`.mapWith(Number),
    })
    .from(flows)
    .innerJoin(flowVersions, eq(flowVersions.id, flows.versionId))
    .where(owned({ userId, types: undefined }))
    .groupBy(flows.type)
}

/** Ids already in use, except by the user's own removed flows. */
export async function listExistingFlows(db: Reader, userId: string, ids: readonly string[]) {
  const taken: string[] = []
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const some = ids.slice(start, start + IDS_AT_ONCE)
    const isTaken = or(ne(flows.userId, userId), ne(flows.purpose, 'flow'), isNull(flows.removedDate))
    const rows = await db
      .select({ id: flows.id })
      .from(flows)
      .where(and(inArray(flows.id, some), isTaken))
    taken.push(...rows.map(({ id }) => id))
  }
  return taken
}

/** True when the user had removed a flow of this id, which this row replaces. */
export async function reviveFlow(tx: Writer, userId: string, row: FlowRow) {
  const revived = await tx
    .update(flows)
    .set(row)
    .where(and(eq(flows.id, row.id), eq(flows.userId, userId), isFlow, isNotNull(flows.removedDate)))
    .returning({ id: flows.id })
  return revived.length > 0
}

export function countFlows(db: Reader, listing: Listing) {
  return db.$count(flows, owned(listing))
}

/** Omits the flow data, which makes lists heavy; includes the state of the draft. */
export function listCards(db: Reader, listing: Listing) {
  return db
    .select({
      flow: flows,
      publishedDate: flowVersions.publishedDate,
      version: flowVersions.number,
      draft: {
        nodeCount: flowDrafts.nodeCount,
        thumbnail: flowDrafts.thumbnail,
        changes: flowDrafts.changes,
        savedDate: flowDrafts.savedDate,
      },
    })
    .from(flows)
    .innerJoin(flowVersions, eq(flowVersions.id, flows.versionId))
    .leftJoin(flowDrafts, eq(flowDrafts.flowId, flows.id))
    .where(owned(listing))
    .orderBy(desc(flows.updatedDate), asc(flows.id))
    .limit(MAX_COUNT)
}

export async function insertFlow(tx: Writer, row: FlowRow) {
  await tx.insert(flows).values(row)
}

/** The row that stands for a document store or pool. */
export async function findKnowledgeFlow(db: Reader, id: string) {
  const [row] = await db
    .select()
    .from(flows)
    .where(and(eq(flows.id, id), eq(flows.purpose, 'knowledge'), isNull(flows.removedDate)))
    .limit(1)
  return row
}

/** Also those that stood for document stores. */
export function listRemovedSince(db: Reader, since: Date) {
  return db
    .select({ id: flows.id })
    .from(flows)
    .where(gte(flows.removedDate, since))
    .orderBy(flows.removedDate, flows.id)
    .limit(MAX_SWEPT)
}

export async function updateFlow(tx: Writer, id: string, changes: Changes<FlowRow>) {
  const [updated] = await tx.update(flows).set(changes).where(eq(flows.id, id)).returning()
  return updated
}

export function listBoundTo(db: Reader, keyIds: string[]) {
  return db
    .select({
      keyId: flows.apikeyid,
      name: flows.name,
      category: flows.category,
      updatedDate: flows.updatedDate,
    })
    .from(flows)
    .where(and(inArray(flows.apikeyid, keyIds), isNull(flows.removedDate)))
    .orderBy(asc(flows.name), asc(flows.id))
}
