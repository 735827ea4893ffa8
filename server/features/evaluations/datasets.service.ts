import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { NewId } from '#server/ids.ts'
import {
  type addRowInput,
  type createDatasetInput,
  MAX_ROWS,
  type reorderRowsInput,
  type updateDatasetInput,
  type updateRowInput,
} from '#shared/datasets.ts'
import { AppError } from '#shared/errors.ts'
import { compact } from './compact.ts'
import * as rows from './datasets.repository.ts'
import type { DatasetRowRow } from './datasets.table.ts'
import { toQuestion } from './from-conversations.ts'
import { readRows, writeRows } from './rows-csv.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  flows: Pick<FlowsService, 'findOwn'>
}

type NewRow = Pick<DatasetRowRow, 'input' | 'output' | 'mustPass' | 'source'> &
  Partial<Pick<DatasetRowRow, 'evaluatorIds' | 'chatId'>>

/** Data sets: questions with expected answers. Those of other users do not exist. */
export function createDatasetsService({ store, newId, now, flows }: Deps) {
  async function list(
    userId: string,
    {
      flowId,
      page,
      limit,
    }: { flowId?: string | undefined; page?: number | undefined; limit?: number | undefined },
  ) {
    if (!(page && limit)) {
      return rows.listDatasets(store.db, { userId, flowId })
    }
    const data = await rows.listDatasets(store.db, { userId, flowId }, { limit, offset: (page - 1) * limit })
    return { data, total: await rows.countDatasets(store.db, userId) }
  }

  async function find(userId: string, id: string) {
    return (await rows.findDataset(store.db, userId, id)) ?? rejectUnknown()
  }

  async function get(userId: string, id: string) {
    return { ...(await find(userId, id)), rows: await rows.listRows(store.db, id, MAX_ROWS) }
  }

  async function create(
    userId: string,
    { name, description, flowId = null, csv }: z.output<typeof createDatasetInput>,
  ) {
    const given = csv === undefined ? [] : readRows(csv)
    await (flowId && flows.findOwn(userId, flowId))
    const date = now()
    const id = newId()
    await store.transaction(async (tx) => {
      const dates = { createdDate: date, updatedDate: date }
      await rows.insertDataset(tx, { id, userId, flowId, name, description, evaluatorIds: [], ...dates })
      await rows.insertRows(tx, numbered(id, given, 0))
    })
    return find(userId, id)
  }

  async function update(userId: string, { id, ...changes }: z.output<typeof updateDatasetInput>) {
    await find(userId, id)
    await store.transaction((tx) => rows.updateDataset(tx, id, { ...compact(changes), updatedDate: now() }))
    return find(userId, id)
  }

  function numbered(datasetId: string, given: readonly NewRow[], last: number): DatasetRowRow[] {
    return given.map((row, index) => ({
      ...{ id: newId(), datasetId, sequenceNo: last + index + 1, evaluatorIds: null, chatId: null },
      ...row,
    }))
  }

  async function add(userId: string, datasetId: string, given: readonly NewRow[]) {
    await find(userId, datasetId)
    return store.transaction(async (tx) => {
      const stored = await rows.listRows(tx, datasetId, MAX_ROWS)
      if (stored.length + given.length > MAX_ROWS) {
        throw new AppError('TOO_LARGE', `A data set has at most ${MAX_ROWS.toLocaleString('en')} rows.`)
      }
      const added = numbered(datasetId, given, stored.at(-1)?.sequenceNo ?? 0)
      await rows.insertRows(tx, added)
      await rows.updateDataset(tx, datasetId, { updatedDate: now() })
      return added
    })
  }

  async function addRow(userId: string, { datasetId, ...row }: z.output<typeof addRowInput>) {
    const [added] = await add(userId, datasetId, [{ ...row, source: 'hand' }])
    return added ?? rejectUnknown()
  }

  async function importCsv(userId: string, id: string, csv: string) {
    return { added: (await add(userId, id, readRows(csv))).length }
  }

  async function exportCsv(userId: string, id: string) {
    const { rows: found } = await get(userId, id)
    return { csv: writeRows(found) }
  }

  /** The first question of each of the newest conversations, with its answer as a draft of the expected one. */
  async function fromConversations(userId: string, id: string, limit: number) {
    const { flowId, rows: stored } = await get(userId, id)
    if (flowId === null) {
      throw new AppError('INVALID_INPUT', 'This data set belongs to no flow, so it has no conversations.')
    }
    await flows.findOwn(userId, flowId)
    const known = new Set(stored.map(({ input }) => input))
    const found: NewRow[] = []
    for (const { chatId } of await rows.listConversations(store.db, flowId, limit * 3)) {
      const row = toQuestion(await rows.listFirstMessages(store.db, flowId, chatId))
      if (row && !known.has(row.input) && found.length < limit) {
        known.add(row.input)
        found.push({ ...row, mustPass: false, source: 'conversation', chatId })
      }
    }
    return { added: (await add(userId, id, found)).length }
  }

  async function updateRow(userId: string, { id, ...changes }: z.output<typeof updateRowInput>) {
    const [found] = await rows.findRows(store.db, userId, [id])
    const row = found?.row ?? rejectRow()
    await store.transaction(async (tx) => {
      await rows.updateRow(tx, id, compact(changes))
      await rows.updateDataset(tx, row.datasetId, { updatedDate: now() })
    })
    return { ...row, ...compact(changes) }
  }

  async function removeRows(userId: string, ids: readonly string[]) {
    const found = await rows.findRows(store.db, userId, ids)
    if (found.length < new Set(ids).size) {
      rejectRow()
    }
    const affected = await store.transaction((tx) => rows.deleteRows(tx, ids))
    return { affected, raw: [] as [] }
  }

  async function reorder(userId: string, { datasetId, rows: order }: z.output<typeof reorderRowsInput>) {
    await find(userId, datasetId)
    const found = await rows.findRows(
      store.db,
      userId,
      order.map(({ id }) => id),
    )
    if (found.length < order.length || found.some(({ row }) => row.datasetId !== datasetId)) {
      rejectRow()
    }
    await store.transaction(async (tx) => {
      for (const { id, sequenceNo } of order) {
        await rows.updateRow(tx, id, { sequenceNo })
      }
    })
    return get(userId, datasetId)
  }

  return {
    list,
    find,
    get,
    create,
    update,
    addRow,
    importCsv,
    exportCsv,
    fromConversations,
    updateRow,
    removeRows,
    reorder,
  }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This data set does not exist.')
}

function rejectRow(): never {
  throw new AppError('NOT_FOUND', 'This row does not exist.')
}
