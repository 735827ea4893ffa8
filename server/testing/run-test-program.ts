import type { Ports } from '#server/engine/ports.ts'
import { planAgentflow } from '#server/engine/program/plan-agentflow.ts'
import type { Program } from '#server/engine/program/program.ts'
import { logInto, runProgram } from '#server/engine/program/run-program.ts'
import { createRunState, foldRun } from '#server/engine/program/run-state.ts'
import type { Report } from '#server/engine/run-log.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import type { RunEvent, RunInput } from '#shared/runs.ts'
import { scriptedModel } from './scripted-model.ts'

type Options = {
  flow: FlowFile
  question?: string
  input?: RunInput
  state?: Record<string, string>
  replies?: Parameters<typeof scriptedModel>[0]
  chat?: Ports['chat']
  ports?: Partial<Ports>
  plan?: (file: FlowFile) => Program
  steps?: number
  stepMs?: number
}

/** An agent flow over an array as its log, with a scripted model. `resume` runs it from any prefix of its events. */
export function prepareProgram(options: Options) {
  const { flow, question = 'Where is my order?', input = { kind: 'question' }, steps = 1_000 } = options
  const model = scriptedModel(options.replies ?? [])
  const program = options.plan?.(flow) ?? planAgentflow(flow, catalogue)
  const turn = {
    ...{ question, flowId: 'flow', chatId: 'chat', sessionId: 'session', messageId: 'message' },
    vars: { city: 'Izmir' },
  }
  const ports = {
    chat: options.chat ?? model.chat,
    credential: async () => ({ values: { openAIApiKey: 'sandbox-test' }, platform: false }),
    ...options.ports,
  } as Ports

  async function run(past: readonly RunEvent[] = [], signal = new AbortController().signal) {
    const events: RunEvent[] = [...past]
    const store = (report: Report) => void events.push({ ...report, at: 0, costMicro: 0 } as RunEvent)
    const state = past.length === 0 ? createRunState() : foldRun(program, past)
    const log = logInto(state, program, {
      past: [],
      note: store,
      append: async (report) => store(report),
    })
    if (past.length === 0) {
      log.note({ type: 'run_started', question, input, state: options.state ?? {} })
    }
    const ending = await runProgram({
      ...{ runId: 'run', program, catalogue, state, log, ports, signal, turn, input },
      ...{
        history: async () => [],
        stream: true,
        now: () => new Date(0),
        limits: { steps, stepMs: options.stepMs ?? 60_000 },
      },
    })
    return { ending, events, state }
  }

  return { program, run, requests: model.requests }
}

type Step = {
  id: string
  name: string
  label?: string
  inputs?: Record<string, unknown>
  parentNode?: string
}

/** A control-flow file. Edges are `a -> b`, or `a:1 -> b` from the second branch of a node. */
export function aControlFlow(steps: readonly Step[], edges: readonly string[]): FlowFile {
  return {
    nodes: steps.map(({ id, name, label = id, inputs = {}, parentNode }) => ({
      id,
      type: name === 'iterationAgentflow' ? 'iteration' : 'agentFlow',
      ...(parentNode && { parentNode }),
      data: { id, name, label, category: 'Agent Flows', inputs },
    })),
    edges: edges.map((edge) => {
      const [from = '', target = ''] = edge.split(' -> ')
      const [source = '', output = 'out'] = from.split(':')
      return { source, target, sourceHandle: `${source}-output-${output}`, targetHandle: target }
    }),
  }
}

export function llmInputs(message: string, more: Record<string, unknown> = {}) {
  return {
    llmModel: 'chatOpenAI',
    llmModelConfig: { modelName: 'gpt-4o-mini', FLOWISE_CREDENTIAL_ID: 'credential' },
    llmEnableMemory: true,
    llmMemoryType: 'allMessages',
    llmUserMessage: message,
    llmReturnResponseAs: 'assistantMessage',
    ...more,
  }
}

/** Every prefix of the events, resumed, must end as the undisturbed run. */
export function prefixesOf<Event>(events: readonly Event[]): Event[][] {
  return events.map((_, index) => events.slice(0, index + 1))
}
