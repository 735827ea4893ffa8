import type { AskInput } from '#shared/chat.ts'
import type { RunEvent } from '#shared/runs.ts'

/**
 * A question the canvas wants asked, once for each id: up to a node, or again from one. Without a question it is the last
 * one of the chat, with what went along; where there is none, what is written there takes the focus.
 */
export type ChatOrder = Partial<Pick<AskInput, 'question'>> &
  Pick<AskInput, 'until' | 'reuse'> & { id: number }

/** What the canvas hands to the chat beside it. Features do not know each other: the page joins them through this. */
export type ChatDockProps = {
  flowId: string
  /** What is written takes the focus whenever this grows. */
  focusRequest?: number
  /** Why nothing can be asked at the moment, e.g. because the flow has never been saved. */
  disabledReason?: string
  /** Awaited before a question is sent, e.g. to save what it is to be asked of. */
  beforeAsk?: () => Promise<void>
  order?: ChatOrder
  /** Replies pinned to nodes at this moment: they go along with every question. */
  readPins?: () => AskInput['pinned']
  onRunStart: (runId: string) => void
  onRunEvent: (event: RunEvent) => void
  onShowNode: (nodeId: string) => void
  /** A past answer's run is to be looked into. */
  onShowRun?: (runId: string) => void
  /** A question to send as soon as the chat is open. */
  askFirst?: string
}
