import { planFlow, planUpsert } from '#server/engine/plan-flow.ts'
import type { ChatImage, ChatMessage, OpenedCredential, Ports } from '#server/engine/ports.ts'
import type { Reuse } from '#server/engine/reuse.ts'
import { type RunResult, runFlow } from '#server/engine/run-flow.ts'
import type { Report } from '#server/engine/run-log.ts'
import { planUntil } from '#server/engine/run-to.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import type { RunEvent } from '#shared/runs.ts'

type Options = {
  flow: FlowFile
  chat: Ports['chat']
  embed?: Ports['embed']
  fetch?: Ports['fetch']
  question?: string
  history?: ChatMessage[]
  images?: ChatImage[]
  world?: Partial<Ports>
  past?: readonly RunEvent[]
  /** Throws to reject. */
  listen?: (report: Report) => void
  stream?: boolean
  trace?: boolean
  reuse?: Reuse
  until?: string
  upserts?: boolean
  signal?: AbortSignal
  finish?: (found: RunResult) => Promise<RunResult>
  credential?: OpenedCredential
}

export function prepareRun(options: Options) {
  const { flow, chat, question = 'When does the museum open?', history = [], past = [], listen } = options
  const { embed = noWorld, fetch = noWorld } = options
  const { stream = true, signal = new AbortController().signal } = options
  const { credential = { values: { openAIApiKey: 'sandbox-test' }, platform: false } } = options
  const events: Report[] = []
  const requested: string[] = []
  const note = (report: Report) => {
    listen?.(report)
    events.push(report)
  }
  const ports: Ports = {
    chat,
    embed,
    fetch,
    listModels: async () => [],
    defaultModel: async () => ({ settings: { provider: 'flowtill', model: 'flowtill-demo' }, chat }),
    runCode: noWorld,
    customTool: noWorld,
    customTools: async () => [],
    callFlow: noWorld,
    requestPerson: noWorld,
    listFlows: async () => [],
    openMcp: noWorld,
    openMcpServer: noWorld,
    listMcpServers: async () => [],
    openAssistant: noWorld,
    keepFile: noWorld,
    listAssistants: async () => [],
    openIndex: noWorld,
    documentStore: noWorld,
    listDocumentStores: async () => [],
    namedIndex: () => {
      throw new Error('This test has no such world.')
    },
    records: () => {
      throw new Error('This test has no such world.')
    },
    openFile: noWorld,
    fetchAws: noWorld,
    readDocument: noWorld,
    sql: noWorld,
    queryDatabase: noWorld,
    redis: noWorld,
    history: async (sessionId) => {
      requested.push(sessionId)
      return history
    },
    // Each node gets its own copy, because form options are cached by the values object they were read from.
    credential: async () => ({ ...credential, values: { ...credential.values } }),
    ...options.world,
  }
  const turn = {
    question,
    flowId: 'flow',
    chatId: 'chat',
    sessionId: 'session',
    messageId: 'message',
    vars: { city: 'Izmir' },
    images: options.images ?? [],
  }
  const completeFlow = options.upserts
    ? planUpsert(flow, catalogue, { nodeId: undefined })
    : planFlow(flow, catalogue)
  const { trace = false, reuse, until } = options
  const plan = until === undefined ? completeFlow : planUntil(completeFlow, until)
  const log = { past, note, append: async (report: Report) => note(report) }
  return {
    plan,
    events,
    requested,
    run: () => runFlow({ plan, turn, ports, log, signal, stream, trace, reuse, finish: options.finish }),
    /** In the form a later attempt reads. */
    stored: (): RunEvent[] => events.map((report) => ({ ...report, at: 0, costMicro: 0 }) as RunEvent),
  }
}

async function noWorld(): Promise<never> {
  throw new Error('This test has no such world.')
}

export function textOfTokens(events: readonly Report[]): string {
  return events.flatMap((event) => (event.type === 'token' ? [event.text] : [])).join('')
}
