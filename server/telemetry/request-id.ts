import { randomBytes } from 'node:crypto'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Ids go into headers, logs and error bodies as they are, so nothing that any of them could misread is accepted. */
const acceptable = /^[\w.-]{8,64}$/

/** Differs in every process, so that two processes never make the same id. */
const prefix = randomBytes(4).toString('hex')
let count = 0

/** An id that a user can read out, such as `rq-5f0c21aa-1z`. */
export function createRequestId() {
  count += 1
  return `rq-${prefix}-${count.toString(36)}`
}

/** The id that a proxy or a client has given the request, or a new one. */
export function readRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && acceptable.test(header) ? header : createRequestId()
}
