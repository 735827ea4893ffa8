import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceContext } from './trace-context.ts'

export type RequestContext = {
  id: string
  /** Set while traces are exported. */
  trace?: TraceContext | undefined
}

const contexts = new AsyncLocalStorage<RequestContext>()

/** Runs `work`, and everything it starts, as part of the request. */
export function inRequest<Result>(context: RequestContext, work: () => Result): Result {
  return contexts.run(context, work)
}

/** The request that started the current work. Undefined in the background. */
export function currentRequest(): RequestContext | undefined {
  return contexts.getStore()
}
