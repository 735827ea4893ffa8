import { AppError } from '#shared/errors.ts'

type SessionOptions = {
  turn: { flowId: string; sessionId: string }
  isShared?: boolean | undefined
  label: string
}

/**
 * The session id in an external store. With an owner's credential it is the session id, as in Flowise; a shared
 * store adds the flow id, so that callers cannot reach conversations of other flows.
 */
export function ownSession({ turn, isShared }: SessionOptions): string {
  return isShared ? ownName(turn.flowId, turn.sessionId) : turn.sessionId
}

export function ownName(flowId: string, name: string): string {
  return `flowtill:${flowId}:${name}`
}

/** A shared key must not be sent to a custom URL. */
export function rejectSharedKey({ isShared, label }: SessionOptions) {
  if (isShared) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: a shared credential cannot be used with a custom URL. Choose your own credential.`,
    )
  }
}
