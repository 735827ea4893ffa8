import { APICallError } from '@ai-sdk/provider'
import { z } from 'zod'
import { pause } from '#server/engine/pause.ts'
import type { ChatRequest, ModelSettings } from '#server/engine/ports.ts'
import { parseJson } from '#shared/json.ts'
import { type ChatReply, noUsage } from '#shared/runs.ts'
import { BrokenOff, type Connection, type OwnWire } from '../provider-model.ts'
import { flatPrompt } from './flat-prompt.ts'
import { post } from './post.ts'

const count = z.int().min(0).optional()
const predictionSchema = z.object({
  id: z.string().regex(/^\w+$/),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  metrics: z.object({ input_token_count: count, output_token_count: count }).nullish(),
})
type Prediction = z.infer<typeof predictionSchema>

const pauseMs = 250
const ended = new Set<Prediction['status']>(['succeeded', 'failed', 'canceled', 'aborted'])

/**
 * Replicate runs a model as a prediction, which is created and then polled until it ends. Each poll returns the
 * output so far, so polling every quarter of a second is as good as the stream, which comes from another host.
 */
export const provider: OwnWire = {
  async *request(connection, settings, request, { signal }) {
    let prediction = await startPrediction(connection, settings, request, signal)
    let reported = ''
    try {
      for (;;) {
        const text = textOf(prediction.output)
        if (text.length > reported.length && text.startsWith(reported)) {
          yield { text: text.slice(reported.length) }
          reported = text
        }
        if (ended.has(prediction.status)) {
          return toReply(prediction, text)
        }
        await pause(pauseMs, signal)
        prediction = await look(connection, prediction.id, signal)
      }
    } finally {
      if (!ended.has(prediction.status)) {
        cancel(connection, prediction.id)
      }
    }
  },
}

function startPrediction(
  connection: Connection,
  settings: ModelSettings,
  request: ChatRequest,
  signal: AbortSignal,
) {
  const [name = '', version] = settings.model.split(':')
  const body = { input: inputOf(settings, request), ...(version && { version }) }
  const path = version
    ? '/predictions'
    : `/models/${name.split('/').map(encodeURIComponent).join('/')}/predictions`
  return post(connection, path, body, { headers: settings.headers, signal, errorIn }).then(read)
}

function inputOf(
  { temperature, topP, maxOutputTokens, providerOptions }: ModelSettings,
  request: ChatRequest,
) {
  return {
    temperature,
    top_p: topP,
    max_tokens: maxOutputTokens,
    ...providerOptions,
    prompt: flatPrompt(request),
  }
}

/** Never the URL from a response, because it would receive the key. */
async function look({ baseUrl, apiKey, fetch }: Connection, id: string, signal: AbortSignal) {
  const url = `${baseUrl}/predictions/${id}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` }, signal })
  if (!response.ok) {
    const message = errorIn(await response.text()) ?? response.statusText
    throw new APICallError({ message, url, requestBodyValues: {}, statusCode: response.status })
  }
  return read(response)
}

/** An abandoned prediction keeps costing its owner money. */
function cancel({ baseUrl, apiKey, fetch }: Connection, id: string) {
  const address = `${baseUrl}/predictions/${id}/cancel`
  fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(5_000),
  }).then(
    (response) => response.body?.cancel(),
    () => undefined,
  )
}

async function read(response: Response): Promise<Prediction> {
  return predictionSchema.parse(await response.json())
}

function toReply({ status, error, metrics }: Prediction, text: string): ChatReply {
  if (status !== 'succeeded') {
    throw typeof error === 'string' && error !== '' ? { message: error } : new BrokenOff(`It was ${status}.`)
  }
  const { input_token_count: input, output_token_count: output } = metrics ?? {}
  return input === undefined || output === undefined
    ? { text, usage: noUsage, estimated: true }
    : { text, usage: { ...noUsage, input, output }, estimated: false }
}

/** Language models return pieces of text; image models return image URLs, shown as Markdown images. */
function textOf(output: unknown): string {
  const parts = [output].flat().filter((part): part is string => typeof part === 'string')
  const pictures = parts.filter((part) => /^https:\/\/\S+\.(png|jpe?g|webp|gif)$/i.test(part))
  return parts.length > 0 && pictures.length === parts.length
    ? parts.map((address) => `![](${address})`).join('\n')
    : parts.join('')
}

function errorIn(text: string): string | undefined {
  return z.object({ detail: z.string() }).safeParse(parseJson(text)).data?.detail
}
