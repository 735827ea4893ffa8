import { AppError } from '#shared/errors.ts'

type Asking = {
  turn: { flowId: string; sessionId: string }
  isShared?: boolean | undefined
  label: string
}

/**
 * The name a conversation is kept under, outside. With a credential of one's own it is the session's, as Flowise names it; in a
 * store that other people's flows use as well, it is the flow's own, whatever session a caller names.
 */
export function ownSession({ turn, isShared }: Asking): string {
  return isShared ? ownName(turn.flowId, turn.sessionId) : turn.sessionId
}

export function ownName(flowId: string, name: string): string {
  return `flowtill:${flowId}:${name}`
}

/** A shared key would reach a stranger's server. */
export function rejectSharedKey({ isShared, label }: Asking) {
  if (isShared) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: a shared credential cannot be used with a custom URL. Choose your own credential.`,
    )
  }
}
