import { NodeFailure } from '#server/engine/node-failure.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts'
import { toAppError } from '#server/http/errors.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { rulesOf } from './flow-rules.ts'

const DEFAULT_MESSAGE = 'This chatbot is not available right now.'

const requestCodes: ReadonlySet<ErrorCode> = new Set([
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'TOO_LARGE',
  'RATE_LIMITED',
])

/** Whether an error concerns the request. The same codes from inside a node concern the flow. */
export function isAboutRequest(error: AppError) {
  return requestCodes.has(error.code) && !(error instanceof NodeFailure)
}

/** What visitors learn of a failure of the flow. */
export function hiddenFailure(flow: FlowRow, cause?: unknown) {
  return new AppError('UNAVAILABLE', rulesOf(flow).errorMessage ?? DEFAULT_MESSAGE, { cause })
}

type Deps = { notify: NotificationsService['notify'] }

export function createVisitorErrors({ notify }: Deps) {
  /** Runs work for a visitor: errors of the flow become its error text, and its owner is notified of the cause. */
  async function guard<Result>(flow: FlowRow, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw await conceal(flow, error)
    }
  }

  async function* guardChunks<Chunk>(flow: FlowRow, chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    try {
      yield* chunks
    } catch (error) {
      throw await conceal(flow, error)
    }
  }

  /** What the visitor learns of an error. */
  async function conceal(flow: FlowRow, error: unknown): Promise<AppError> {
    const failure = toAppError(error)
    if (failure.code === 'STOPPED' || isAboutRequest(failure)) {
      return failure
    }
    // Owners cannot fix pauses of the platform, such as a restart.
    if (failure.code !== 'UNAVAILABLE') {
      await notifyOwner(flow, failure)
    }
    return hiddenFailure(flow, failure)
  }

  /** The visitor's response does not depend on the notification. */
  async function notifyOwner({ id: flowId, userId }: FlowRow, failure: AppError) {
    const { code, message } = failure
    const place = failure instanceof NodeFailure ? { node: failure.label } : {}
    await notify({
      ...{ userId, flowId, kind: 'flow_failed_for_visitor' },
      cause: failure instanceof NodeFailure ? `${code} ${failure.nodeId}` : code,
      params: { code, message, ...place },
    }).catch(() => undefined)
  }

  return { guard, guardChunks, conceal }
}

export type VisitorErrors = ReturnType<typeof createVisitorErrors>
