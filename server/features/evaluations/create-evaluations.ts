import type { Ports } from '#server/engine/ports.ts'
import type { ChatService } from '#server/features/chat/chat.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import { createDatasetsService } from './datasets.service.ts'
import { createEvaluationJob } from './evaluation-job.ts'
import { createEvaluationsService } from './evaluations.service.ts'
import { createEvaluatorsService } from './evaluators.service.ts'
import { createJudge, type JudgeDeps } from './judge.ts'
import { createPublishChecks } from './publish-checks.service.ts'
import type { PublishGateService } from './publish-gate.service.ts'
import { createVersionReader } from './read-versions.ts'

type Deps = Omit<JudgeDeps, 'priceCall' | 'runs' | 'model'> &
  Pick<Parameters<typeof createDatasetsService>[0], 'store' | 'newId' | 'now'> & {
    flows: FlowsService
    publishGate: PublishGateService
    runs: RunsService
    jobs: JobsService
    chat: ChatService
    ports: Pick<Ports, 'chat' | 'runCode'>
  }

/** Data sets, evaluators and their runs. */
export function createEvaluations(deps: Deps) {
  const { jobs, chat, ports } = deps
  const judging = { ...deps, model: ports.chat, priceCall: chat.priceCall }
  const { run } = createEvaluationJob({ ...judging, runCode: ports.runCode, processId: jobs.processId })
  return {
    datasets: createDatasetsService(deps),
    evaluators: createEvaluatorsService(deps),
    publishChecks: createPublishChecks(deps),
    evaluations: createEvaluationsService({
      ...deps,
      ...{ work: run, judge: createJudge(judging), readVersions: createVersionReader(deps).read },
    }),
  }
}
