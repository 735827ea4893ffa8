import type { Reader, Store } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import { findDraft } from './drafts.repository.ts'
import { findFlow } from './flows.repository.ts'
import type { FlowRow } from './flows.table.ts'
import { findVersion } from './versions.repository.ts'

/** Flows of other users do not exist. */
export function createFlowReads(store: Store) {
  async function getRow(db: Reader, userId: string, id: string): Promise<FlowRow> {
    const flow = await findFlow(db, id)
    return flow?.userId === userId ? flow : rejectUnknown()
  }

  /** For predictions: ownership is not checked. */
  async function find(id: string): Promise<FlowRow> {
    const found = await store.recall(['flows'], `flow:${id}`, () => findFlow(store.db, id))
    return found ?? rejectUnknown()
  }

  async function findOwn(userId: string, id: string): Promise<FlowRow> {
    const flow = await find(id)
    return flow.userId === userId ? flow : rejectUnknown()
  }

  async function getLive(db: Reader, flow: Pick<FlowRow, 'versionId'>) {
    return (await findVersion(db, flow.versionId)) ?? rejectUnknown()
  }

  /** Owners and their API clients see the live version, or the draft of a flow that was never published. */
  async function getSeen(db: Reader, flow: Pick<FlowRow, 'id' | 'versionId'>) {
    const { flowData, publishedDate } = await getLive(db, flow)
    const draft = publishedDate ? undefined : await findDraft(db, flow.id)
    return draft?.flowData ?? flowData
  }

  async function getVersion(db: Reader, flow: FlowRow, versionId: string) {
    const version = await findVersion(db, versionId)
    return version?.flowId === flow.id ? version : rejectVersion()
  }

  return { getRow, find, findOwn, getLive, getSeen, getVersion }
}
export type FlowReads = ReturnType<typeof createFlowReads>

export function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This flow does not exist.')
}

function rejectVersion(): never {
  throw new AppError('NOT_FOUND', 'This version does not exist any more.')
}
