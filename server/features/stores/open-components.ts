import { buildHandles } from '#server/engine/build-handles.ts'
import type { Turn } from '#server/engine/call-context.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import type { Plan } from '#server/engine/plan-flow.ts'
import type { Ports } from '#server/engine/ports.ts'
import { uncharged } from '#server/engine/run-log.ts'
import type { RunResult } from '#server/engine/running.ts'
import type { CredentialsService } from '#server/features/credentials/credentials.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { OpenRun, RunsService } from '#server/features/runs/runs.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { credentialOf } from '#shared/flow-file.ts'
import { type Part, planOfParts, toFlowFile } from './component-flow.ts'

export type ComponentDeps = {
  newId: NewId
  catalogue: Catalogue
  flows: Pick<FlowsService, 'findKnowledge'>
  credentials: Pick<CredentialsService, 'usable'>
  runs: Pick<RunsService, 'start'>
  /** The outside world, bound to the owner and the files of the store. */
  portsOf(flow: FlowRow, chatId: string): Ports
  /** Runs the work and always closes the run's log with one ending. */
  executeRun(execution: {
    run: OpenRun
    requested: { turn: Turn; question: string }
    perform(): Promise<RunResult>
  }): Promise<unknown>
}

type Opening = {
  storeId: string
  parts: readonly Part[]
  /** The parts whose handles are needed. */
  roots: readonly string[]
  signal: AbortSignal
}

type Handles = ReadonlyMap<string, unknown>

/** Builds the nodes of a store. */
export function createComponents(deps: ComponentDeps) {
  const { newId, catalogue, flows, credentials, runs, portsOf, executeRun } = deps

  async function plan(userId: string, parts: readonly Part[], roots: readonly string[]): Promise<Plan> {
    const file = toFlowFile(parts, catalogue)
    const ids = file.nodes.flatMap(({ data }) => credentialOf(data) ?? [])
    return planOfParts(file, catalogue, { roots, credentials: await credentials.usable(userId, ids) })
  }

  /** For work that calls no model: nothing is charged or logged. */
  async function open({ storeId, parts, roots, signal }: Opening): Promise<Handles> {
    const flow = await flows.findKnowledge(storeId)
    const turn = turnOf(flow, '', newId())
    const ports = portsOf(flow, turn.chatId)
    return buildHandles(await plan(flow.userId, parts, roots), { turn, ports, log: uncharged, signal })
  }

  /** For work that calls models: a run that is logged and charged like any other. */
  async function inRun<Result>(
    { storeId, parts, roots, signal }: Opening,
    question: string,
    work: (handles: Handles, ports: Ports, totals: OpenRun['totals']) => Promise<Result>,
  ): Promise<Result> {
    const flow = await flows.findKnowledge(storeId)
    const planned = await plan(flow.userId, parts, roots)
    const turn = turnOf(flow, question, newId())
    const ports = portsOf(flow, turn.chatId)
    const { id: flowId, versionId, userId } = flow
    const { chatId, sessionId, messageId } = turn
    const run = runs.start({
      ...{ flowId, versionId, userId, chatId, sessionId, messageId, question, isPart: true },
      ...{ chatType: 'INTERNAL', memoryType: undefined, leadEmail: undefined },
    })
    const stop = () => run.stop(new AppError('STOPPED', 'The caller went away.'))
    signal.addEventListener('abort', stop, { once: true })
    const found: { result?: Result } = {}
    try {
      await executeRun({
        ...{ run, requested: { turn, question } },
        async perform() {
          const { log, signal: stopped, totals } = run
          const handles = await buildHandles(planned, { turn, ports, log, signal: stopped })
          found.result = await work(handles, ports, totals)
          return { text: '' }
        },
      })
      return found.result as Result
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  return { plan, open, inRun }
}

export type Components = ReturnType<typeof createComponents>

function turnOf({ id: flowId }: FlowRow, question: string, chatId: string): Turn {
  return { question, flowId, chatId, sessionId: chatId, messageId: chatId, vars: {} }
}
