import type { Json } from './inputs.ts'
import type { ChatImage, ModelSettings } from './ports.ts'
import type { World } from './world.ts'

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
export type FlowContext = {
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
  ports: World
}
