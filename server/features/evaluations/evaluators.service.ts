import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type { createEvaluatorInput, EvaluatorConfig, updateEvaluatorInput } from '#shared/evaluators.ts'
import { compact } from './compact.ts'
import * as rows from './evaluators.repository.ts'
import { compileSchema } from './score.ts'
import { toRestEvaluator } from './to-rest-evaluator.ts'

type Deps = { store: Store; newId: NewId; now: () => Date }

/** How answers are scored. Evaluators of other users do not exist. */
export function createEvaluatorsService({ store, newId, now }: Deps) {
  const all = (userId: string) => rows.listEvaluators(store.db, userId)

  async function listRest(
    userId: string,
    { page, limit }: { page?: number | undefined; limit?: number | undefined } = {},
  ) {
    if (!(page && limit)) {
      return (await all(userId)).map(toRestEvaluator)
    }
    const found = await rows.listEvaluators(store.db, userId, { limit, offset: (page - 1) * limit })
    return { data: found.map(toRestEvaluator), total: await rows.countEvaluators(store.db, userId) }
  }

  async function get(userId: string, id: string) {
    const [found] = await rows.findEvaluators(store.db, userId, [id])
    return found ?? rejectUnknown()
  }

  async function create(userId: string, { name, config }: z.output<typeof createEvaluatorInput>) {
    validate(config)
    const date = now()
    const row = { id: newId(), userId, name, config, createdDate: date, updatedDate: date }
    await store.transaction((tx) => rows.insertEvaluator(tx, row))
    return row
  }

  async function update(userId: string, { id, ...changes }: z.output<typeof updateEvaluatorInput>) {
    if (changes.config) {
      validate(changes.config)
    }
    const updated = await store.transaction((tx) =>
      rows.updateEvaluator(tx, { userId, id }, { ...compact(changes), updatedDate: now() }),
    )
    return updated ?? rejectUnknown()
  }

  async function remove(userId: string, id: string) {
    const affected = await store.transaction((tx) => rows.deleteEvaluators(tx, userId, [id]))
    return affected === 0 ? rejectUnknown() : { affected, raw: [] as [] }
  }

  return { all, listRest, get, create, update, remove }
}

/** What its schema alone cannot tell. Throws INVALID_INPUT. */
function validate(config: EvaluatorConfig) {
  if (config.kind === 'schema') {
    compileSchema(config.schema)
  }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This evaluator does not exist.')
}
