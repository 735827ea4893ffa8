import type { Ports } from '#server/engine/ports.ts'
import type { Program } from '#server/engine/program/program.ts'
import { logInto, runProgram } from '#server/engine/program/run-program.ts'
import { createRunState, foldRun } from '#server/engine/program/run-state.ts'
import { contentOf } from '#server/engine/program/run-step.ts'
import { createLiveRun } from '#server/features/runs/live-run.ts'
import { createSpending } from '#server/features/runs/spending.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { noUsage, type RunEvent } from '#shared/runs.ts'
import type { SimulatedStore } from './simulated-store.ts'

export type Process = { id: string; hasDied: boolean; controller: AbortController; isIdle: boolean }

type Work = {
  process: Process
  store: SimulatedStore
  program: Program
  ports: Ports
  atTurn<Value>(process: Process, work: () => Value): Promise<Value>
  issues: string[]
}

/** One process of the product: it folds the log, goes on with the run, and ends or parks it. */
export async function runProcess(work: Work): Promise<void> {
  const { process, store, program, ports, issues } = work
  const past = store.events()
  const state = past.length === 0 ? createRunState() : foldRun(program, past)
  const live = openLog(work, past)
  const log = logInto(state, program, live.log)
  if (past.length === 0) {
    log.note({
      type: 'run_started',
      question: 'Where is my order?',
      input: { kind: 'question' },
      state: {},
    })
  }
  try {
    const ending = await runProgram({
      ...{ runId: 'run', program, catalogue, state, log, ports },
      ...{ signal: process.controller.signal, input: { kind: 'question' }, stream: true },
      turn: {
        ...{ question: 'Where is my order?', flowId: 'flow', chatId: 'chat', sessionId: 'session' },
        ...{ messageId: 'message', vars: {} },
      },
      history: async () => [],
      now: () => new Date(0),
      limits: { steps: 1_000, stepMs: 60_000 },
    })
    if (ending.status === 'waiting') {
      await live.log.append({ type: 'run_waiting', waits: ending.waits })
    } else {
      const content = contentOf(ending.value)
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      await live.log.append({ type: 'run_finished', text, usage: noUsage })
    }
  } catch (error) {
    if (!process.controller.signal.aborted) {
      issues.push(`the run failed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  process.isIdle = true
}

/** The product's own log, whose transactions settle when the scheduler says so. */
function openLog({ process, store, atTurn }: Work, past: readonly RunEvent[]) {
  const last = store.last()
  return createLiveRun({
    payer: {} as never,
    isPart: false,
    isPromised: false,
    beforeEffect: () => undefined,
    storeEmbedded: async () => undefined,
    spending: createSpending(),
    metering: {
      open: async (_, __, event) => ({ ...event, price: null }) as never,
      costOf: () => 0,
      close: async () => undefined,
    },
    transaction: async (write) => {
      const staged: Parameters<typeof store.insertPage>[1][] = []
      const value = await write({ stage: (page: (typeof staged)[number]) => staged.push(page) } as never)
      return atTurn(process, () => {
        for (const page of staged) {
          store.insertPage(process.id, page)
        }
        return value
      }).catch((error: unknown) => {
        // As the product: a process that has lost its run drops it.
        process.controller.abort(error)
        throw error
      })
    },
    start: async () => undefined,
    finish: async () => undefined,
    park: async () => undefined,
    storePage: async (tx, page) => void (tx as unknown as { stage(page: unknown): void }).stage(page),
    ...(past.length > 0 && {
      resumed: {
        ...{ last, elapsedMs: 0, totals: { usage: noUsage, tokens: 0, costMicro: 0 } },
        calls: past.flatMap((event) =>
          event.type === 'model_called' ? [{ nodeId: event.nodeId, isPlatform: false }] : [],
        ),
      },
    }),
  })
}
