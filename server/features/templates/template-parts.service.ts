import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { renamePartInput, savePartInput } from '#shared/template-parts.ts'
import { cutPart } from './cut-part.ts'
import { describePart, type drawPart } from './draw-part.ts'
import * as rows from './template-parts.repository.ts'

const MAX_PARTS = 100

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  strip: (file: unknown) => unknown
}

/** Parts of flows a user saved for reuse, without secrets. Parts of other users throw NOT_FOUND. */
export function createTemplateParts({ store, newId, now, strip }: Deps) {
  async function list(userId: string) {
    return (await rows.listParts(store.db, userId)).map(toPart)
  }

  async function get(userId: string, id: string) {
    const row = (await rows.findPart(store.db, userId, id)) ?? rejectUnknown()
    return { ...toPart(row), flowData: row.flowData ?? '' }
  }

  /** Throws INVALID_FLOW when the part is not self-contained, INVALID_INPUT beyond the maximum per user. */
  async function save(userId: string, { name, description, flowData }: z.output<typeof savePartInput>) {
    const file = parseFlowFile(JSON.stringify(strip(cutPart(flowData))))
    const part = { id: newId(), name, description, flowData: JSON.stringify(file), ...describePart(file) }
    return store.transaction((tx) => add(tx, userId, part))
  }

  /** Runs in the caller's transaction, under an id that is free according to `taken`. */
  function insert(tx: Writer, userId: string, { flowData, ...part }: Drawn) {
    return add(tx, userId, { ...part, flowData: JSON.stringify(strip(JSON.parse(flowData))) })
  }

  async function add(tx: Writer, userId: string, part: Drawn) {
    if ((await rows.countParts(tx, userId)) >= MAX_PARTS) {
      throw new AppError('INVALID_INPUT', `You can keep at most ${MAX_PARTS} parts. Delete one first.`)
    }
    const date = now()
    const row = { ...unset, ...part, userId, createdDate: date, updatedDate: date }
    await rows.insertPart(tx, row)
    return toPart(row)
  }

  /** One at a time: all together may exceed the memory. */
  async function* each(userId: string) {
    for (const { id } of await rows.listParts(store.db, userId)) {
      const row = await rows.findPart(store.db, userId, id)
      if (row) {
        const { name, description, flowData } = row
        yield { id, name, description, flowData: flowData ?? '' }
      }
    }
  }

  const weigh = (userId: string) => rows.weighParts(store.db, userId)
  const taken = (ids: readonly string[]) => rows.listExistingTemplates(store.db, ids)

  function rename(userId: string, { id, name, description }: z.output<typeof renamePartInput>) {
    return store.transaction(async (tx) => {
      const changes = { name, description, updatedDate: now() }
      const row = (await rows.updatePart(tx, userId, id, changes)) ?? rejectUnknown()
      return toPart(row)
    })
  }

  function remove(userId: string, id: string) {
    return store.transaction(async (tx) => {
      const affected = (await rows.deletePart(tx, userId, id)) || rejectUnknown()
      return { affected, raw: [] as [] }
    })
  }

  return { list, get, save, rename, remove, insert, each, weigh, taken }
}

type Drawn = { id: string; name: string; description: string } & ReturnType<typeof drawPart>

const unset = {
  badge: '',
  usecases: [],
  type: 'Part' as const,
  color: null,
  iconSrc: null,
  schema: null,
  func: null,
}

function toPart(row: rows.PartCard) {
  const { id, name, description, nodeCount, kinds, thumbnail, createdDate } = row
  return { id, name, description, nodeCount, kinds, thumbnail, createdDate }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This part does not exist.')
}
