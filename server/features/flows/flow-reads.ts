import type { Reader, Store } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import { findDraft } from './drafts.repository.ts'
import { findFlow } from './flows.repository.ts'
import type { FlowRow } from './flows.table.ts'
import { findVersion } from './versions.repository.ts'

/** How flows are found. Another's flow does not exist. */
export function createFlowReads(store: Store) {
  async function getRow(db: Reader, userId: string, id: string): Promise<FlowRow> {
    const flow = await findFlow(db, id)
    return flow?.userId === userId ? flow : rejectUnknown()
  }

  /** For whoever answers: the owner is not asked for here. */
  async function find(id: string): Promise<FlowRow> {
    const found = await store.recall(['flows'], `flow:${id}`, () => findFlow(store.db, id))
    return found ?? rejectUnknown()
  }

  /** The same, for its owner alone. */
  async function findOwn(userId: string, id: string): Promise<FlowRow> {
    const flow = await find(id)
    return flow.userId === userId ? flow : rejectUnknown()
  }

  /** The version that answers. */
  async function getLive(db: Reader, flow: Pick<FlowRow, 'versionId'>) {
    return (await findVersion(db, flow.versionId)) ?? rejectUnknown()
  }

  /** What owners and their programs see of a flow: what answers, or of one that never did, its draft. */
  async function getSeen(db: Reader, flow: Pick<FlowRow, 'id' | 'versionId'>) {
    const { flowData, publishedDate } = await getLive(db, flow)
    const draft = publishedDate ? undefined : await findDraft(db, flow.id)
    return draft?.flowData ?? flowData
  }

  /** A version of this very flow. */
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
