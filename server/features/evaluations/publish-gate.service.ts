import type { z } from 'zod'
import type { Reader, Store } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import { PASS_LINE, type PublishGate, type publishReportSchema } from '#shared/evaluations.ts'
import * as sets from './datasets.repository.ts'
import * as rows from './evaluations.repository.ts'
import type { EvaluationRow, EvaluationVersionRow, PublishGateRow } from './evaluations.table.ts'
import { checkColumns, sentenceOf } from './publish-checks.ts'
import { findGate, upsertGate } from './publish-gate.repository.ts'
import { isSameFile } from './same-file.ts'
import { summarize, toResult } from './summary.ts'

type Flow = { id: string; userId: string }
type Found = { evaluation: EvaluationRow; versions: EvaluationVersionRow[]; version: EvaluationVersionRow }

/** Runs that are searched for one of exactly the version to publish. */
const LOOKED_BACK = 10

const off: PublishGate = {
  ...{ isOn: false, datasetId: null, passLine: PASS_LINE, needsMust: true, needsNotWorse: true },
  ...{ maxCostIncrease: null, maxMedianMs: null },
}

/** *Run before publishing*: a flow is published only when the newest run of exactly this version passes its checks. */
export function createPublishGate({ store }: { store: Store }) {
  const readGate = async (db: Reader, flowId: string) => {
    const row = await findGate(db, flowId)
    return row ? toGate(row) : off
  }

  /** The caller has checked whose flow it is. */
  async function save({ id: flowId, userId }: Flow, gate: PublishGate): Promise<PublishGate> {
    if (gate.isOn && !gate.datasetId) {
      throw new AppError('INVALID_INPUT', 'Choose the data set to run before publishing.')
    }
    if (gate.datasetId && !(await sets.findDataset(store.db, userId, gate.datasetId))) {
      throw new AppError('NOT_FOUND', 'This data set does not exist.')
    }
    const passLine = Math.round(gate.passLine * 1_000)
    const maxCostIncrease = gate.maxCostIncrease === null ? null : Math.round(gate.maxCostIncrease)
    await store.transaction((tx) => upsertGate(tx, { ...gate, flowId, passLine, maxCostIncrease }))
    return gate
  }

  async function report(
    db: Reader,
    flow: Flow,
    flowData: string,
  ): Promise<z.input<typeof publishReportSchema>> {
    const gate = await readGate(db, flow.id)
    const { passLine, maxCostIncrease, maxMedianMs, datasetId } = gate
    const empty = {
      passLine,
      maxCostIncrease,
      maxMedianMs,
      datasetId,
      difference: null,
      run: null,
      row: null,
    }
    if (!(gate.isOn && datasetId)) {
      return { ...empty, isOn: false, isPassed: true, checks: [] }
    }
    const found = await findRun(db, { flowId: flow.id, datasetId, flowData })
    if (!found) {
      const missing = { kind: 'run', isPassed: false, before: null, after: null } as const
      return { ...empty, isOn: true, isPassed: false, checks: [missing] }
    }
    const { id, number, endedDate } = found.evaluation
    const checked = await check(db, gate, found)
    return {
      ...empty,
      ...checked,
      isOn: true,
      isPassed: checked.checks.every(({ isPassed }) => isPassed),
      run: { id, number, datasetId, endedDate },
    }
  }

  /** The newest finished run with a column of exactly this file. */
  async function findRun(
    db: Reader,
    { flowId, datasetId, flowData }: { flowId: string; datasetId: string; flowData: string },
  ): Promise<Found | undefined> {
    for (const evaluation of await rows.listCompleted(db, { flowId, datasetId, limit: LOOKED_BACK })) {
      const versions = await rows.listVersions(db, evaluation.id)
      const version = versions.find((each) => isSameFile(each.flowData, flowData))
      if (version) {
        return { evaluation, versions, version }
      }
    }
    return undefined
  }

  async function check(db: Reader, gate: PublishGate, { evaluation, versions, version }: Found) {
    const results = (await rows.listResults(db, evaluation.id)).map(toResult)
    const asked = await rows.listRows(db, evaluation.id)
    return checkColumns(gate, {
      columns: summarize(versions, results),
      asked,
      results,
      versionId: version.id,
    })
  }

  /**
   * Throws CHECKS_FAILED with the report when the flow may not be published. Called in the transaction that publishes, so every
   * way to publish passes here.
   */
  async function require(db: Reader, flow: Flow, flowData: string): Promise<void> {
    const found = await report(db, flow, flowData)
    if (found.isOn && !found.isPassed) {
      throw new AppError('CHECKS_FAILED', sentenceOf(found), { details: { publishChecks: found } })
    }
  }

  return {
    get: (flowId: string) => readGate(store.db, flowId),
    save,
    report: (flow: Flow, flowData: string) => report(store.db, flow, flowData),
    require,
  }
}

export type PublishGateService = ReturnType<typeof createPublishGate>

function toGate({ flowId: _, passLine, ...row }: PublishGateRow): PublishGate {
  return { ...row, passLine: passLine / 1_000 }
}
