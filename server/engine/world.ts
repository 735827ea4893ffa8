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
const withheld = {
  chat: undefined,
  embed: undefined,
  credential: undefined,
  listModels: undefined,
  listFlows: undefined,
  listDocumentStores: undefined,
  listAssistants: undefined,
  customTools: undefined,
  listMcpServers: undefined,
  vectors: undefined,
  simulatesWrites: undefined,
}

type Bound = ReturnType<typeof bindPorts>
/** The world of one node in one run. Every port that needs no binding is here without being named. */
export type World = Omit<Ports, keyof typeof withheld | keyof Bound> & Bound

/** The world as a node uses it: calls end with the run, and whatever costs money is recorded. */
export function bindWorld(ports: Ports, turn: Turn, recording: NodeRecording): World {
  // Inherited, so that a new port is neither listed nor copied here.
  const open: Omit<Ports, keyof typeof withheld | keyof Bound> = Object.create(ports)
  return Object.assign(open, withheld, bindPorts(ports, turn, recording))
}

/** The ports whose calls carry the signal, the turn or the recording of the node. */
function bindPorts(ports: Ports, turn: Turn, recording: NodeRecording) {
  const { signal } = recording
  const { simulatesWrites } = ports
  const { flowId: flow, chatId: visitor } = turn
  const nextScript = createCallIds(recording.nodeId, recording.scope)
  // Runs of chat flows are never resumed, and each has its own message.
  const keyOf = (callId: string) => idempotencyKeyOf(recording.runId ?? turn.messageId, callId)
  return {
    ...outsideOf(ports, signal),
    /** Ends waiting when the run is stopped. */
    openIndex: (recipe: IndexRecipe) => ports.openIndex(recipe, signal),
    openMcp: (settings: McpSettings) => ports.openMcp(settings, signal),
    openMcpServer: (id: string) => ports.openMcpServer(id, signal),
    queryDatabase: (place: DatabasePlace, statement: string) => ports.queryDatabase(place, statement, signal),
    callFlow: recordFlowCalls(recording, ports.callFlow),
    readDocument: (bytes: Uint8Array, format: DocumentFormat, settings?: ReadSettings) =>
      ports.readDocument(bytes, format, settings, { flow, visitor, signal }),
    /** Runs with `$flow` and `$vars` of this run. */
    runCode: async (script: Pick<Script, 'code' | 'inputs' | 'tools' | 'timeoutMs'>) =>
      ports.runCode({
        ...script,
        vars: turn.vars,
        flow: { ...flowValues(turn), idempotencyKey: await keyOf(currentCallId() ?? nextScript('script')) },
        signal,
      }),
    /** Of the call that is being made; the step's own outside of any call. */
    idempotencyKey: () => keyOf(currentCallId() ?? recording.scope ?? recording.nodeId),
    /** Tools a node makes for its own model: every call is logged, and its failures are reported to the model. */
    ownTools: (tools: Tool[]): Tool[] =>
      tools.map((tool) => recordTools(tool, { ...recording, reuse: undefined, simulatesWrites }) as Tool),
    /** A model whose every call is logged, paid and never repeats. Responses in the cache are not requested. */
    chatModel: recordModels({ ...recording, chat: ports.chat }),
    defaultModel: async (choice: DefaultModelChoice, cache?: ModelCache) => {
      const { settings, chat } = await ports.defaultModel()
      const set = Object.entries(choice).filter(([, value]) => value !== undefined)
      return recordModels({ ...recording, platform: true, chat })(
        { ...settings, ...Object.fromEntries(set) },
        cache,
      )
    },
    /** Its model is recorded like any other. */
    openAssistant: async (id: string, options: AssistantOptions) => {
      const { settings, instructions, chat, download } = await ports.openAssistant(id, options)
      const model = recordModels({ ...recording, platform: false, chat })(settings)
      return { model, instructions, download: (file: Citation) => download(file, signal) }
    },
    /** An embedding model whose every call is logged and paid. */
    embeddings: recordEmbeddings({ ...recording, embed: ports.embed, vectors: ports.vectors }),
    /** Any other call that is charged. */
    paid: recordPaid(recording),
    /** Any other effect of a step of an agent flow. */
    effect: recordEffects({ ...recording, simulatesWrites }),
  }
}

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
