import type { Catalogue } from '#server/engine/check-flow.ts'
import { estimateFlow, type ModelWork, type Openers } from '#server/engine/estimate-flow.ts'
import { estimateProgram } from '#server/engine/program/estimate-program.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import { isAgentFlow } from '#shared/flows.ts'
import type { Estimate } from '#shared/runs.ts'
import { listCheaper } from './cheaper-model.ts'
import { costOf, estimateMessage, type PriceDeps } from './estimate.ts'
import { noPrediction } from './no-prediction.ts'
import type { Answering, createQuestions } from './questions.ts'

type Deps = PriceDeps & {
  catalogue: Catalogue
  flows: Pick<FlowsService, 'planFile' | 'programOfRun'>
  prepare: ReturnType<typeof createQuestions>['prepare']
  openersOf(userId: string): Openers
}

/** A version of a flow as an evaluation stores it. `id` is new for each file and the version id of its runs. */
export type EvaluatedVersion = { id: string; flowData: string }

export type CheaperModel = { nodeId: string; label: string; model: string; typicalMicro: number }

/** Questions of evaluations: to any version of a flow, in conversations that nobody sees. */
export function createEvaluationRuns({ catalogue, flows, prepare, openersOf, db, prices }: Deps) {
  /**
   * Starts the answer to a row. `runId` decides the run, so that a crashed evaluation finds it again; `owner` is the
   * process of the job, whose runs are closed when it has died.
   */
  async function askVersion(
    flow: FlowRow,
    version: EvaluatedVersion,
    { question, runId, owner }: { question: string; runId: string; owner: string },
  ): Promise<Answering> {
    const given = { versionId: version.id, userId: flow.userId }
    const input = { ...noPrediction, question, chatId: runId }
    const child = { id: runId, parentRunId: undefined }
    const options = { child, platform: 'evaluation', jobOwner: owner }
    if (isAgentFlow(flow.type)) {
      const program = await flows.programOfRun(given, version.flowData)
      const programmed = { versionId: version.id, program, draft: version.flowData }
      return prepare(flow, input, 'EVALUATION', { ...options, programmed })
    }
    const planned = { versionId: version.id, plan: await flows.planFile(given, version.flowData) }
    return prepare(flow, input, 'EVALUATION', { ...options, planned })
  }

  async function worksOf(flow: FlowRow, { id: versionId, flowData }: EvaluatedVersion): Promise<ModelWork[]> {
    const given = { versionId, userId: flow.userId }
    const open = openersOf(flow.userId)
    return isAgentFlow(flow.type)
      ? estimateProgram(await flows.programOfRun(given, flowData), catalogue, open)
      : estimateFlow(await flows.planFile(given, flowData), open)
  }

  /** Cost of one answer. Throws INVALID_FLOW when the version cannot run. No model is called. */
  async function estimateVersion(flow: FlowRow, version: EvaluatedVersion): Promise<Estimate> {
    return estimateMessage(flow.id, await worksOf(flow, version), { db, prices, costs: async () => [] })
  }

  /** Models that could replace one of the version and cost less, cheapest first. */
  async function cheaperModels(flow: FlowRow, version: EvaluatedVersion): Promise<CheaperModel[]> {
    const works = await worksOf(flow, version)
    const estimate = await estimateMessage(flow.id, works, { db, prices, costs: async () => [] })
    const find = (provider: string, model: string) => prices.find(db, provider, model)
    return listCheaper(works, estimate, { find, costOf })
  }

  /** Cost of one call in micro-USD; null when the price is unknown. */
  async function priceCall(
    { provider, model }: { provider: string; model: string },
    tokens: { input: number; output: number },
  ): Promise<number | null> {
    const price = await prices.find(db, provider, model)
    return price ? costOf(price, tokens.input, tokens.output) : null
  }

  return { priceCall, askVersion, estimateVersion, cheaperModels }
}
