import type { RunEvent } from '#shared/runs.ts'

/** What the canvas hands to the chat beside it. Features do not know each other: the page joins them through this. */
export type ChatDockProps = {
  flowId: string
  /** Why nothing can be asked at the moment, e.g. because the flow has never been saved. */
  disabledReason?: string
  onRunStart: (runId: string) => void
  onRunEvent: (event: RunEvent) => void
  onShowNode: (nodeId: string) => void
  /** A question to send as soon as the chat is open. */
  askFirst?: string
}
