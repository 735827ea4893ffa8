import { z } from 'zod'

/** The part of OpenAI's request format that the sandbox understands. */
const content = z
  .union([z.string(), z.null(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
  .optional()
  .transform((value) =>
    Array.isArray(value) ? value.map(({ text = '' }) => text).join('\n') : (value ?? ''),
  )

const toolCall = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})

export const chatRequestSchema = z.looseObject({
  model: z.string().min(1),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
        content,
        tool_calls: z.array(toolCall).nullish(),
        tool_call_id: z.string().optional(),
      }),
    )
    .min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  tools: z
    .array(
      z.looseObject({
        function: z.looseObject({
          name: z.string(),
          description: z.string().nullish(),
          parameters: z.record(z.string(), z.unknown()).nullish(),
        }),
      }),
    )
    .nullish(),
  tool_choice: z
    .union([
      z.enum(['auto', 'none', 'required']),
      z.looseObject({ function: z.looseObject({ name: z.string() }) }),
    ])
    .nullish(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ schema: z.record(z.string(), z.unknown()).optional() }).optional(),
    })
    .nullish(),
})
export type WireRequest = z.infer<typeof chatRequestSchema>

export const embeddingRequestSchema = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.string()).min(1).max(2048)]),
  dimensions: z.int().min(8).max(4096).nullish(),
  encoding_format: z.enum(['float', 'base64']).nullish(),
})
export type EmbeddingRequest = z.infer<typeof embeddingRequestSchema>

/** Errors in OpenAI's shape. */
export class WireError extends Error {
  readonly status: number
  readonly type: string

  constructor(status: number, message: string, type = 'invalid_request_error') {
    super(message)
    this.status = status
    this.type = type
  }

  toBody() {
    return { error: { message: this.message, type: this.type, param: null, code: null } }
  }
}

const ordered: Record<number, [string, string]> = {
  401: ['Incorrect API key provided.', 'invalid_request_error'],
  404: ['The model does not exist.', 'invalid_request_error'],
  429: ['Rate limit reached for this model. Please try again in a moment.', 'rate_limit_exceeded'],
  500: ['The server had an error while processing your request.', 'server_error'],
  503: ['The engine is currently overloaded.', 'server_error'],
}

export function orderedError(status: number): WireError {
  const [message, type] = ordered[status] ?? ['This error was ordered.', 'server_error']
  return new WireError(status, message, type)
}
