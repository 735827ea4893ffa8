import type { Citation } from '#shared/runs.ts'
import type { DefaultModelChoice, Turn } from './call-context.ts'
import { outsideOf } from './call-outside.ts'
import type { ModelCache, Tool } from './handles.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { createCallIds, currentCallId } from './past-calls.ts'
import type {
  AssistantOptions,
  DatabasePlace,
  DocumentFormat,
  IndexRecipe,
  McpSettings,
  Ports,
  ReadSettings,
  Script,
} from './ports.ts'
import type { CallRecording } from './record-call.ts'
import { recordEmbeddings } from './record-embeddings.ts'
import { recordFlowCalls } from './record-flow-call.ts'
import { recordModels } from './record-model.ts'
import { recordPaid } from './record-paid.ts'
import { recordEffects, recordTools } from './record-tool.ts'
import type { RetryPolicy } from './retry-policy.ts'
import type { Reuse } from './reuse.ts'
import type { Trace } from './trace.ts'

/** Under which node a call is logged and charged, and what limits it. */
type NodeRecording = CallRecording & {
  platform: boolean
  trace: Trace | undefined
  reuse: Reuse | undefined
  retryPolicy: RetryPolicy
}

/** Never reached by nodes: a model is called through its recorded handle alone, the others serve forms or the engine. */
const withheld = [
  'chat',
  'embed',
  'credential',
  'listModels',
  'listFlows',
  'listDocumentStores',
  'listAssistants',
  'customTools',
  'listMcpServers',
  'vectors',
  'simulatesWrites',
] as const

/** The world of one node in one run. Every port that needs no binding is here without being named. */
export type World = Omit<Ports, (typeof withheld)[number] | keyof BoundPorts> & Omit<BoundPorts, 'open'>

/** The world as a node uses it: calls end with the run, and whatever costs money is recorded. */
export function bindWorld(ports: Ports, turn: Turn, recording: NodeRecording): World {
  return new BoundPorts(ports, turn, recording) as unknown as World
}

/**
 * The ports whose calls carry the signal, the turn or the recording of the node. Each is made when the node reads it,
 * because a node uses one or two of them.
 */
class BoundPorts {
  readonly open: Ports
  readonly #turn: Turn
  readonly #recording: NodeRecording
  #made: Map<string, unknown> | undefined

  constructor(open: Ports, turn: Turn, recording: NodeRecording) {
    this.open = open
    this.#turn = turn
    this.#recording = recording
  }

  get fetch() {
    return this.#outside.fetch
  }

  get fetchAws() {
    return this.#outside.fetchAws
  }

  get #outside() {
    return this.#once('outside', () => outsideOf(this.open, this.#recording.signal))
  }

  /** Ends waiting when the run is stopped. */
  get openIndex() {
    return (recipe: IndexRecipe) => this.open.openIndex(recipe, this.#recording.signal)
  }

  get openMcp() {
    return (settings: McpSettings) => this.open.openMcp(settings, this.#recording.signal)
  }

  get openMcpServer() {
    return (id: string) => this.open.openMcpServer(id, this.#recording.signal)
  }

  get queryDatabase() {
    return (place: DatabasePlace, statement: string) =>
      this.open.queryDatabase(place, statement, this.#recording.signal)
  }

  get callFlow() {
    return this.#once('callFlow', () => recordFlowCalls(this.#recording, this.open.callFlow))
  }

  get readDocument() {
    const { flowId: flow, chatId: visitor } = this.#turn
    const { signal } = this.#recording
    return (bytes: Uint8Array, format: DocumentFormat, settings?: ReadSettings) =>
      this.open.readDocument(bytes, format, settings, { flow, visitor, signal })
  }

  /** Runs with `$flow` and `$vars` of this run. */
  get runCode() {
    const turn = this.#turn
    const { nodeId, scope, signal } = this.#recording
    const nextScript = this.#once('nextScript', () => createCallIds(nodeId, scope))
    return async (script: Pick<Script, 'code' | 'inputs' | 'tools' | 'timeoutMs'>) => {
      const idempotencyKey = await this.#keyOf(currentCallId() ?? nextScript('script'))
      return this.open.runCode({
        ...script,
        vars: turn.vars,
        flow: { ...flowValues(turn), idempotencyKey },
        signal,
      })
    }
  }

  /** Of the call that is being made; the step's own outside of any call. */
  get idempotencyKey() {
    const { nodeId, scope } = this.#recording
    return () => this.#keyOf(currentCallId() ?? scope ?? nodeId)
  }

  // Runs of chat flows are never resumed, and each has its own message.
  #keyOf(callId: string) {
    return idempotencyKeyOf(this.#recording.runId ?? this.#turn.messageId, callId)
  }

  /** Tools a node makes for its own model: every call is logged, and its failures are reported to the model. */
  get ownTools() {
    const { simulatesWrites } = this.open
    const recording = { ...this.#recording, reuse: undefined, simulatesWrites }
    return (tools: Tool[]): Tool[] => tools.map((tool) => recordTools(tool, recording) as Tool)
  }

  /** A model whose every call is logged, paid and never repeats. Responses in the cache are not requested. */
  get chatModel() {
    return this.#once('chatModel', () => recordModels({ ...this.#recording, chat: this.open.chat }))
  }

  get defaultModel() {
    return async (choice: DefaultModelChoice, cache?: ModelCache) => {
      const { settings, chat } = await this.open.defaultModel()
      const set = Object.entries(choice).filter(([, value]) => value !== undefined)
      const models = recordModels({ ...this.#recording, platform: true, chat })
      return models({ ...settings, ...Object.fromEntries(set) }, cache)
    }
  }

  /** Its model is recorded like any other. */
  get openAssistant() {
    return async (id: string, options: AssistantOptions) => {
      const { settings, instructions, chat, download } = await this.open.openAssistant(id, options)
      const model = recordModels({ ...this.#recording, platform: false, chat })(settings)
      const { signal } = this.#recording
      return { model, instructions, download: (file: Citation) => download(file, signal) }
    }
  }

  /** An embedding model whose every call is logged and paid. */
  get embeddings() {
    const { embed, vectors } = this.open
    return this.#once('embeddings', () => recordEmbeddings({ ...this.#recording, embed, vectors }))
  }

  /** Any other call that is charged. */
  get paid() {
    return this.#once('paid', () => recordPaid(this.#recording))
  }

  /** Any other effect of a step of an agent flow. */
  get effect() {
    const { simulatesWrites } = this.open
    return this.#once('effect', () => recordEffects({ ...this.#recording, simulatesWrites }))
  }

  /** The calls of one recorder are counted for their ids, so that there is one per node. */
  #once<Port>(name: string, make: () => Port): Port {
    this.#made ??= new Map()
    if (!this.#made.has(name)) {
      this.#made.set(name, make())
    }
    return this.#made.get(name) as Port
  }
}

// Whatever the class does not bind is read from the ports of the run, so that a new port is not listed here.
Object.setPrototypeOf(
  BoundPorts.prototype,
  new Proxy(Object.prototype, {
    get(target, name, world: BoundPorts) {
      const isPort = name in world.open && !(withheld as readonly PropertyKey[]).includes(name)
      return isPort ? world.open[name as keyof Ports] : Reflect.get(target, name, world)
    },
  }),
)

function flowValues({ flowId, chatId, sessionId, messageId, question, chatHistory, state = {} }: Turn) {
  return {
    chatflowId: flowId,
    chatId,
    sessionId,
    apiMessageId: messageId,
    input: question,
    chatHistory: chatHistory ?? '',
    state: { ...state },
  }
}
