import type { ChatModel, Embeddings, ModelCache, Tool } from './handles.ts'
import type { Json } from './inputs.ts'
import type {
  AwsOrder,
  ChatImage,
  DatabasePlace,
  DatabaseRows,
  DocumentIndex,
  EmbeddingSettings,
  FlowAnswer,
  FlowQuestion,
  IndexRecipe,
  McpSession,
  McpSettings,
  ModelSettings,
  Ports,
  Script,
  ScriptResult,
} from './ports.ts'
import type { PaidCall } from './record-paid.ts'

/** Who asks what, in which conversation. */
export type Turn = {
  question: string
  flowId: string
  chatId: string
  sessionId: string
  /** The id the answer will be stored under. */
  messageId: string
  vars: Readonly<Record<string, string>>
  /** Pictures sent with the question. They reach the models whose node allows it. */
  images?: readonly ChatImage[]
  /** The conversation as text lines; filled in by the engine when a field asks for it. */
  chatHistory?: string
}

/** What a node may set of a model it has not chosen. */
export type DefaultModelChoice = Pick<ModelSettings, 'temperature' | 'maxOutputTokens' | 'sees' | 'streaming'>

/** What a node finds around it, beside its fields: the question, and the world as it may use it. */
export type Surroundings = {
  turn: Turn
  signal: AbortSignal
  /** The label on the node's card. */
  label: string
  /** The node's credential is the house's: it goes to no address the flow's author has typed in. */
  isShared: boolean
  /** What set and get variable nodes of this run tell each other. */
  shared: Map<string, Json>
  /** What goes back with the answer under `flowVariables`. */
  flowVariables: Map<string, Json>
  ports: Pick<
    Ports,
    | 'history'
    | 'fetch'
    | 'records'
    | 'openFile'
    | 'readDocument'
    | 'sql'
    | 'redis'
    | 'customTool'
    | 'askAssistant'
  > & {
    /** Tools a node makes for its own model: every call is logged, and its failures are told to the model. */
    ownTools(tools: Tool[]): Tool[]
    /** With `$flow` and `$vars` of this run. */
    runCode(script: Pick<Script, 'code' | 'inputs' | 'tools' | 'timeoutMs'>): Promise<ScriptResult>
    queryDatabase(place: DatabasePlace, statement: string): Promise<DatabaseRows>
    askFlow(question: Omit<FlowQuestion, 'signal'>): Promise<FlowAnswer>
    openMcp(settings: McpSettings): Promise<McpSession>
    /** Stops waiting when the run is stopped. */
    openIndex(recipe: IndexRecipe): Promise<DocumentIndex>
    fetchAws(order: AwsOrder): Promise<Response>
    /** A model whose every call the engine logs, has paid for, and never repeats. What the cache knows is not asked. */
    chatModel(settings: ModelSettings, cache?: ModelCache): ChatModel
    /** The installation's default model with a node's own settings. */
    defaultModel(choice: DefaultModelChoice, cache?: ModelCache): Promise<ChatModel>
    /** An embedding model whose every call the engine logs and has paid for. */
    embeddings(settings: EmbeddingSettings): Embeddings
    /** Any other call that somebody sends a bill for. */
    paid<PaidAnswer>(call: PaidCall<PaidAnswer>): Promise<PaidAnswer>
  }
}
