import type { AskInput } from '#shared/chat.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { StartForm } from '#shared/start-form.ts'

/**
 * A question the canvas sends to the chat, once per id: up to a node, or from one on. Without `question`, the last
 * one is repeated with its attachments; if there is none, the message field gets the focus.
 */
export type ChatOrder = Partial<Pick<AskInput, 'question'>> &
  Pick<AskInput, 'until' | 'reuse'> & { id: number }

/** Props the canvas passes to the chat beside it. Features must not import each other, so the page connects them. */
export type ChatDockProps = {
  flowId: string
  /** The message field gets the focus whenever this grows. */
  focusRequest?: number
  disabledReason?: string
  /** Awaited before a question is sent, e.g. to save the draft. */
  beforeSend?: () => Promise<void>
  order?: ChatOrder
  readPins?: () => AskInput['pinned']
  onRunStart: (runId: string) => void
  onRunEvent: (event: RunEvent) => void
  onShowNode: (nodeId: string) => void
  onShowRun?: (runId: string) => void
  firstQuestion?: string
  /** Of a draft, in place of the published ones. */
  starterPrompts?: readonly string[]
  startForm?: StartForm
}
