import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import { MAX_ROWS } from '#shared/datasets.ts'
import { AppError } from '#shared/errors.ts'
import type { EvaluationEstimate, evaluationInput } from '#shared/evaluations.ts'
import * as sets from './datasets.repository.ts'
import type { DatasetRowRow } from './datasets.table.ts'
import type { StoredEvaluator } from './evaluations.table.ts'
import * as evaluatorRows from './evaluators.repository.ts'
import type { Judgement } from './judge.ts'
import type { createVersionReader, ReadVersion } from './read-versions.ts'

type Deps = {
  store: Store
  flows: Pick<FlowsService, 'findOwn'>
  readVersions: ReturnType<typeof createVersionReader>['read']
  judge: Pick<Judgement, 'estimate'>
}

type GivenRow = DatasetRowRow & { evaluatorIds: string[] }

export type Prepared = { given: readonly GivenRow[]; versions: readonly ReadVersion[] }

/** Rows whose judgement is priced; the others cost about the same. */
const SAMPLE = 20

/** Everything an evaluation depends on, as it is now, and what it would cost. */
export function createPreparation(deps: Deps) {
  const { store, flows } = deps

  /** What an evaluation would cost. Nothing is called. Throws INVALID_FLOW when a version cannot run. */
  async function estimate(
    userId: string,
    input: z.output<typeof evaluationInput>,
  ): Promise<EvaluationEstimate> {
    const { versions, given, evaluators } = await prepare(userId, input)
    const judges = await priceJudges(userId, { given, evaluators, versions: versions.length })
    const sum = (field: 'typicalMicro' | 'worstMicro') =>
      versions.reduce<number | null>((total, { estimate: { [field]: micro } }) => {
        return total === null || micro === null ? null : total + micro * given.length
      }, judges[field])
    return {
      rows: given.length,
      typicalMicro: sum('typicalMicro'),
      worstMicro: sum('worstMicro'),
      judgeTypicalMicro: judges.typicalMicro,
    }
  }

  type Judged = { given: readonly GivenRow[]; evaluators: readonly StoredEvaluator[]; versions: number }

  async function priceJudges(userId: string, { given, evaluators, versions }: Judged) {
    let [typicalMicro, worstMicro]: [number | null, number | null] = [0, 0]
    for (const { id, config } of evaluators) {
      const judged = given.filter(({ evaluatorIds }) => evaluatorIds.includes(id))
      if (config.kind !== 'judge' || judged.length === 0) {
        continue
      }
      const sample = judged.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, SAMPLE)
      for (const row of sample) {
        const price = await deps.judge.estimate(userId, config, { input: row.input, expected: row.output })
        const share = (judged.length / sample.length) * versions
        typicalMicro = plus(typicalMicro, price.typicalMicro, share)
        worstMicro = plus(worstMicro, price.worstMicro, share)
      }
    }
    return { typicalMicro, worstMicro }
  }

  async function prepare(userId: string, input: z.output<typeof evaluationInput>) {
    const { flowId, datasetId, targets } = input
    const flow = await flows.findOwn(userId, flowId)
    const dataset = await sets.findDataset(store.db, userId, datasetId)
    if (!dataset) {
      throw new AppError('NOT_FOUND', 'This data set does not exist.')
    }
    const stored = await sets.listRows(store.db, datasetId, MAX_ROWS)
    if (stored.length === 0) {
      throw new AppError('INVALID_INPUT', 'This data set has no rows. Add some first.')
    }
    const given = stored.map((row) => ({
      ...row,
      evaluatorIds: input.evaluatorIds ?? row.evaluatorIds ?? dataset.evaluatorIds,
    }))
    const ids = [...new Set(given.flatMap(({ evaluatorIds }) => evaluatorIds))]
    const found = ids.length === 0 ? [] : await evaluatorRows.findEvaluators(store.db, userId, ids)
    if (found.length === 0) {
      throw new AppError('INVALID_INPUT', 'This data set has no evaluators. Choose at least one.')
    }
    const evaluators = found.map(({ id, name, config }) => ({ id, name, config }))
    return { flow, given, evaluators, versions: await deps.readVersions(flow, targets) }
  }

  return { prepare, estimate }
}

const sizeOf = ({ input, output }: { input: string; output: string }) => input.length + output.length

/** Null when a price is unknown. Rounded up, as charges are. */
function plus(total: number | null, micro: number | null, times: number) {
  return total === null || micro === null ? null : total + Math.ceil(micro * times)
}
