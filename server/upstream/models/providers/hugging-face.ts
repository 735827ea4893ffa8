import { z } from 'zod'
import type { ChatPiece, ModelSettings } from '#server/engine/ports.ts'
import { parseJson } from '#shared/json.ts'
import { type ChatReply, noUsage } from '#shared/runs.ts'
import { readEvents } from '../../read-events.ts'
import { BrokenOff, type OwnWire } from '../provider-model.ts'
import { flatPrompt } from './flat-prompt.ts'
import { provider as chatWire } from './open-ai-compatible.ts'
import { post } from './post.ts'

const generated = z.object({ generated_text: z.string() })
const answerSchema = z.union([
  z
    .array(generated)
    .min(1)
    .transform(([first]) => first as z.infer<typeof generated>),
  generated,
])
const frameSchema = z.object({
  token: z.object({ text: z.string(), special: z.boolean().default(false) }).optional(),
  generated_text: z.string().nullish(),
  error: z.string().optional(),
})
const errorSchema = z.object({ error: z.union([z.string(), z.array(z.string())]) })

/**
 * Hugging Face: its router and endpoints that end in `/v1` use OpenAI's chat protocol; other endpoints use the
 * older text generation API, which reports no usage.
 */
export const provider: OwnWire = {
  request(connection, settings, request, call) {
    return /\/v\d+$/.test(connection.baseUrl)
      ? chatWire.request(connection, settings, request, call)
      : write(connection, settings, request, call)
  },
}

const write: OwnWire['request'] = async function* (connection, settings, request, { stream, signal }) {
  const body = { inputs: flatPrompt(request), parameters: parametersOf(settings), ...(stream && { stream }) }
  const response = await post(connection, '', body, { headers: settings.headers, signal, errorIn })
  return yield* stream ? readFrames(response) : readResponse(response)
}

function parametersOf({
  temperature,
  topP,
  topK,
  maxOutputTokens,
  stopSequences,
  providerOptions,
}: ModelSettings) {
  return {
    ...providerOptions,
    temperature,
    top_p: topP,
    top_k: topK,
    max_new_tokens: maxOutputTokens,
    stop: stopSequences,
    return_full_text: false,
  }
}

async function* readResponse(response: Response): AsyncGenerator<ChatPiece, ChatReply> {
  const { generated_text: text } = answerSchema.parse(await response.json())
  yield { text }
  return toReply(text)
}

async function* readFrames({ body }: Response): AsyncGenerator<ChatPiece, ChatReply> {
  let text = ''
  let isComplete = false
  for await (const { data } of readEvents(body)) {
    const { token, generated_text: fullText, error } = frameSchema.parse(JSON.parse(data))
    if (error !== undefined) {
      throw { message: error }
    }
    if (token && !token.special && token.text !== '') {
      text += token.text
      yield { text: token.text }
    }
    isComplete ||= typeof fullText === 'string'
  }
  if (!isComplete) {
    throw new BrokenOff('The stream ended before the response was complete.')
  }
  return toReply(text)
}

function toReply(text: string): ChatReply {
  return { text, usage: noUsage, estimated: true }
}

function errorIn(text: string): string | undefined {
  const { data } = errorSchema.safeParse(parseJson(text))
  return data && [data.error].flat().join(' ')
}
