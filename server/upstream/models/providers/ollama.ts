import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { z } from 'zod'
import { parseBoundedJson } from '#shared/json-depth.ts'
import type { Connection, Provider } from '../provider-model.ts'
import { readLines } from '../read-lines.ts'
import { toOllamaRequest } from './ollama-request.ts'
import { post } from './post.ts'

const count = z.int().min(0).optional()
/** One line of a stream; a complete response is a single line. */
const lineSchema = z.object({
  error: z.string().optional(),
  message: z
    .object({
      content: z.string().default(''),
      thinking: z.string().optional(),
      tool_calls: z
        .array(z.object({ function: z.object({ name: z.string(), arguments: z.unknown() }) }))
        .optional(),
    })
    .optional(),
  done: z.boolean().default(false),
  done_reason: z.string().optional(),
  prompt_eval_count: count,
  eval_count: count,
})
type Line = z.infer<typeof lineSchema>

/** Ollama's native API, because its OpenAI-compatible one accepts neither `num_ctx` nor `keep_alive`. */
export const provider: Provider = {
  optionsKey: 'ollama',
  takesThoughts: true,
  open: (connection, { model }) => openModel(connection, model),
}

function openModel(connection: Connection, modelId: string): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId,
    supportedUrls: {},

    async doGenerate(call) {
      const response = await request(connection, call, toOllamaRequest(modelId, call, false))
      const line = read(await response.text())
      return { content: toContent(line, 0), finishReason: toFinish(line), usage: toUsage(line), warnings: [] }
    },

    async doStream(call) {
      const response = await request(connection, call, toOllamaRequest(modelId, call, true))
      return { stream: toParts(response) }
    },
  }
}

function request(
  connection: Connection,
  { headers, abortSignal: signal }: LanguageModelV4CallOptions,
  body: object,
) {
  return post(connection, '/api/chat', body, { headers, signal, errorIn })
}

function toParts({ body }: Response): ReadableStream<LanguageModelV4StreamPart> {
  const lines = readLines(body)
  let calls = 0
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) {
        return controller.close()
      }
      const line = read(value)
      for (const part of toContent(line, calls)) {
        calls += part.type === 'tool-call' ? 1 : 0
        controller.enqueue(toPart(part))
      }
      if (line.done) {
        controller.enqueue({ type: 'finish', finishReason: toFinish(line), usage: toUsage(line) })
      }
    },
    async cancel() {
      await lines.return()
    },
  })
}

function toPart(part: LanguageModelV4Content): LanguageModelV4StreamPart {
  if (part.type === 'text') {
    return { type: 'text-delta', id: 'text', delta: part.text }
  }
  return part.type === 'reasoning'
    ? { type: 'reasoning-delta', id: 'thinking', delta: part.text }
    : (part as LanguageModelV4StreamPart)
}

/** Ollama's tool calls have no ids, so they are numbered here. */
function toContent({ message }: Line, earlierCalls: number): LanguageModelV4Content[] {
  const { content = '', thinking = '', tool_calls: calls = [] } = message ?? {}
  return [
    ...(thinking === '' ? [] : [{ type: 'reasoning' as const, text: thinking }]),
    ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
    ...calls.map(({ function: { name, arguments: input } }, index) => ({
      type: 'tool-call' as const,
      toolCallId: `call_${earlierCalls + index}`,
      toolName: name,
      input: JSON.stringify(input ?? {}),
    })),
  ]
}

// Ollama does not count a prompt in its cache; its tokens are then counted here.
function toUsage({ prompt_eval_count: total, eval_count: outputTokens }: Line): LanguageModelV4Usage {
  return {
    inputTokens: { total, noCache: total, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
  }
}

function toFinish({ done_reason: raw }: Line) {
  return { unified: raw === 'length' ? ('length' as const) : ('stop' as const), raw }
}

function read(text: string): Line {
  const line = lineSchema.parse(parseBoundedJson(text))
  if (line.error !== undefined) {
    throw { message: line.error }
  }
  return line
}

function errorIn(text: string): string | undefined {
  try {
    return lineSchema.parse(parseBoundedJson(text)).error
  } catch {
    return undefined
  }
}
