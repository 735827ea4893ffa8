import { statusError, toServiceError } from '#server/engine/service-error.ts'
import { parseJson, toRecord } from '#shared/json.ts'
import { readEvents } from '../read-events.ts'

export type Data = Record<string, unknown>
export type Wire = ReturnType<typeof createWire>

const service = 'OpenAI Assistants'

type Connection = { fetch: typeof globalThis.fetch; baseUrl: string; apiKey: string }

/**
 * Requests of OpenAI's Assistants API, version 2. Throws UPSTREAM_FAILED with OpenAI's message, never with the
 * key.
 */
export function createWire({ fetch, baseUrl, apiKey }: Connection) {
  async function send(path: string, body: Data | undefined, signal: AbortSignal | undefined) {
    const request = {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'openai-beta': 'assistants=v2',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, request).catch((error: unknown) => {
      throw toServiceError(error, { service, signal })
    })
    if (!response.ok) {
      const message = (parse(await response.text()).error as Data | undefined)?.message
      throw statusError(
        service,
        response.status,
        typeof message === 'string' ? message.replaceAll(apiKey, '…') : '',
      )
    }
    return response
  }

  return {
    get: async (path: string, signal: AbortSignal) =>
      parse(await (await send(path, undefined, signal)).text()),
    post: async (path: string, body: Data, signal?: AbortSignal) =>
      parse(await (await send(path, body, signal)).text()),
    async *stream(
      path: string,
      body: Data,
      signal: AbortSignal,
    ): AsyncGenerator<{ event: string; data: Data }> {
      const response = await send(path, { ...body, stream: true }, signal)
      for await (const { event = '', data } of readEvents(response.body)) {
        if (data !== '[DONE]') {
          yield { event, data: parse(data) }
        }
      }
    },
  }
}

function parse(text: string): Data {
  return toRecord(parseJson(text))
}
