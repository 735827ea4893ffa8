import type { Json } from './inputs.ts'
import type { ChatImage, ModelSettings } from './ports.ts'
import type { World } from './world.ts'

export type Turn = {
  question: string
  flowId: string
  chatId: string
  sessionId: string
  messageId: string
  vars: Readonly<Record<string, string>>
  /** Images sent with the question, passed to models whose node allows them. */
  images?: readonly ChatImage[]
  /** The conversation as lines of text; set by the engine when a field uses it. */
  chatHistory?: string
  /** State of the agent flow, for scripts. */
  state?: Readonly<Record<string, Json>>
}

export type DefaultModelChoice = Pick<ModelSettings, 'temperature' | 'maxOutputTokens' | 'sees' | 'streaming'>

export type FlowContext = {
  turn: Turn
  signal: AbortSignal
  label: string
  /** The node uses a platform credential, which is never sent to an address entered by the flow's author. */
  isShared: boolean
  /** Values of the set and get variable nodes of this run. */
  shared: Map<string, Json>
  /** Returned with the answer under `flowVariables`. */
  flowVariables: Map<string, Json>
  ports: World
}
