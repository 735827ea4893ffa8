import type { z } from 'zod'
import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import { describeStatus, statusError, toServiceError } from '#server/engine/service-error.ts'
import type { OpenAiAccount } from '#server/engine/service-ports.ts'
import { AppError } from '#shared/errors.ts'
import { parseJson, toRecord } from '#shared/json.ts'
import { encodeBody } from '../encode-body.ts'
import { readEvents } from '../read-events.ts'

export type Data = Record<string, unknown>

const baseAddress = 'https://api.openai.com/v1'
const serviceNames = { openai: 'OpenAI', azure: 'Azure OpenAI' } as const

type Sending = {
  method?: 'GET' | 'POST' | 'DELETE'
  body?: Data | FormData
  /** Only the former Assistants API needs it. */
  beta?: string | undefined
  /** A run names models and files in its body: none of them is what the address stands for. */
  isRun?: boolean
}

/**
 * Requests to OpenAI, or to the v1 API of an Azure resource, which differs in the header of the key alone. Throws
 * NOT_FOUND for what the account does not have, otherwise UPSTREAM_FAILED with its message, never with the key.
 */
export function createOpenAiWire(
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
  { provider, apiKey, baseUrl }: OpenAiAccount,
) {
  const service = serviceNames[provider]

  async function send(path: string, { method = 'GET', body, beta, isRun = false }: Sending = {}) {
    assertOutsideTransaction(`A request to ${service}`)
    const { headers, bytes } = await encodeBody(
      body instanceof FormData ? body : body && JSON.stringify(body),
    )
    const response = await fetch(`${(baseUrl || baseAddress).replace(/\/+$/, '')}${path}`, {
      method,
      headers: {
        ...(provider === 'azure' ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` }),
        ...(beta && { 'openai-beta': beta }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(bytes !== undefined && { body: bytes }),
      signal,
    }).catch(fail)
    return response.ok ? response : reject(response, isRun)
  }

  async function reject(response: Response, isRun: boolean): Promise<never> {
    const { message } = toRecord(toRecord(parseJson(await response.text().catch(() => ''))).error)
    const words = typeof message === 'string' && apiKey !== '' ? message.replaceAll(apiKey, '…') : ''
    if (!isRun && (response.status === 404 || response.status === 410)) {
      throw new AppError('NOT_FOUND', describeStatus(service, response.status, words).message)
    }
    throw statusError(service, response.status, words)
  }

  function fail(error: unknown): never {
    throw toServiceError(error, { service, ...(!isTimeout(signal) && { signal }) })
  }

  return {
    service,
    /** An answer of another shape is a failure of the service. */
    async json<Answer extends z.ZodType>(
      path: string,
      answer: Answer,
      sending?: Sending,
    ): Promise<z.output<Answer>> {
      const response = await send(path, sending)
      try {
        return answer.parse(await response.json())
      } catch (error) {
        return fail(error)
      }
    },
    async bytes(path: string): Promise<Uint8Array> {
      const response = await send(path)
      return new Uint8Array(await response.arrayBuffer().catch(fail))
    },
    async *events(path: string, body: Data): AsyncGenerator<Data> {
      const response = await send(path, { method: 'POST', body: { ...body, stream: true }, isRun: true })
      try {
        for await (const { data } of readEvents(response.body)) {
          if (data !== '[DONE]') {
            yield toRecord(parseJson(data))
          }
        }
      } catch (error) {
        fail(error)
      }
    },
  }
}

function isTimeout({ reason }: AbortSignal) {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
}
