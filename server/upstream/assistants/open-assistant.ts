import { z } from 'zod'
import type {
  AssistantOptions,
  AssistantSettings,
  ChatMessage,
  ChatPiece,
  ChatRequest,
  OpenedAssistant,
} from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
import { type ChatReply, type Citation, noUsage, type ProviderCall } from '#shared/runs.ts'
import { createOpenAiWire, type Data } from './open-ai-wire.ts'

const annotation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file_citation'), file_id: z.string(), filename: z.string().default('') }),
  z.object({
    type: z.literal('container_file_citation'),
    container_id: z.string(),
    file_id: z.string(),
    filename: z.string().default(''),
  }),
])
type Annotation = z.infer<typeof annotation>

const found = z.object({
  file_id: z.string().default(''),
  filename: z.string().default(''),
  text: z.string().default(''),
})
const outputItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    content: z.array(
      z.object({
        type: z.string(),
        text: z.string().default(''),
        refusal: z.string().default(''),
        annotations: z.array(z.unknown()).default([]),
      }),
    ),
  }),
  z.object({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({
    type: z.literal('file_search_call'),
    queries: z.array(z.string()).default([]),
    results: z.array(found).nullish(),
  }),
  z.object({
    type: z.literal('code_interpreter_call'),
    code: z.string().nullish(),
    outputs: z.array(z.looseObject({ type: z.string(), logs: z.string().optional() })).nullish(),
  }),
])
type OutputItem = z.infer<typeof outputItem>

const responseSchema = z.object({
  id: z.string(),
  status: z.string(),
  // Kinds of items that are unknown here, such as reasoning, are left out.
  output: z
    .array(z.unknown())
    .transform((items) => items.flatMap((item) => outputItem.safeParse(item).data ?? [])),
  usage: z
    .object({
      input_tokens: z.int().min(0),
      input_tokens_details: z.object({ cached_tokens: z.int().min(0).default(0) }).nullish(),
      output_tokens: z.int().min(0),
      output_tokens_details: z.object({ reasoning_tokens: z.int().min(0).default(0) }).nullish(),
    })
    .nullish(),
  error: z.object({ message: z.string() }).nullish(),
  incomplete_details: z.object({ reason: z.string() }).nullish(),
})
type Finished = z.infer<typeof responseSchema>

const ends = new Set(['response.completed', 'response.incomplete', 'response.failed'])

/** Assistants over OpenAI's Responses API, with its file search and code interpreter. */
export function createOpenAssistant({ fetch }: { fetch: typeof globalThis.fetch }) {
  return (assistant: AssistantSettings, options: AssistantOptions): OpenedAssistant => {
    // Results of tools continue the response that asked for them, which keeps the model's reasoning.
    const responses = new Map<string, string>()

    async function* chat(
      _: unknown,
      request: ChatRequest,
      { signal }: { signal: AbortSignal },
    ): AsyncGenerator<ChatPiece, ChatReply> {
      const wire = createOpenAiWire({ fetch, signal }, assistant)
      const body = { ...toBody(assistant, options, request), ...inputOf(request.messages, responses) }
      const response = yield* follow(wire.events('/responses', body))
      for (const item of response.output) {
        if (item.type === 'function_call') {
          responses.set(item.call_id, response.id)
        }
      }
      return toReply(response)
    }

    return {
      settings: { provider: 'openai', model: assistant.model, sees: true },
      instructions: assistant.instructions,
      chat,
      download: ({ containerId = '', fileId }, signal) =>
        createOpenAiWire({ fetch, signal }, assistant).bytes(
          `/containers/${encodeURIComponent(containerId)}/files/${encodeURIComponent(fileId)}/content`,
        ),
    }
  }
}

async function* follow(events: AsyncGenerator<Data>): AsyncGenerator<ChatPiece, Finished> {
  for await (const event of events) {
    const { type, delta } = event
    if (
      (type === 'response.output_text.delta' || type === 'response.refusal.delta') &&
      typeof delta === 'string'
    ) {
      yield { text: delta }
    }
    if (type === 'error') {
      throw new AppError(
        'UPSTREAM_FAILED',
        `The assistant stopped: ${String(event.message ?? 'no reason given')}`,
      )
    }
    if (ends.has(String(type))) {
      return complete(event.response)
    }
  }
  throw new AppError('UPSTREAM_FAILED', 'OpenAI ended its answer before it was complete. Try again.')
}

function complete(given: unknown): Finished {
  const parsed = responseSchema.safeParse(given)
  if (!parsed.success) {
    throw new AppError('UPSTREAM_FAILED', 'OpenAI sent an answer that could not be read. Try again.', {
      cause: parsed.error,
    })
  }
  const { status, error } = parsed.data
  if (status === 'failed') {
    throw new AppError('UPSTREAM_FAILED', `The assistant stopped: ${error?.message ?? 'no reason given'}`)
  }
  return parsed.data
}

function toBody(
  assistant: AssistantSettings,
  options: AssistantOptions,
  { system, messages, tools = [], toolChoice }: ChatRequest,
) {
  // A choice that holds after the tool was called would have it called for ever.
  const first = messages.at(-1)?.role === 'tool' ? undefined : options.toolChoice
  const offered = toTools(assistant, tools)
  const { temperature, topP } = assistant
  return {
    model: assistant.model,
    ...(system && { instructions: system }),
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { top_p: topP }),
    ...(offered.length > 0 && {
      tools: offered,
      tool_choice: toChoice(toolChoice ?? first, tools),
      parallel_tool_calls: options.parallelToolCalls,
    }),
    ...(assistant.vectorStores.length > 0 && { include: ['file_search_call.results'] }),
  }
}

function toTools({ codeFiles, vectorStores }: AssistantSettings, tools: NonNullable<ChatRequest['tools']>) {
  return [
    ...(vectorStores.length > 0 ? [{ type: 'file_search', vector_store_ids: vectorStores }] : []),
    ...(codeFiles ? [{ type: 'code_interpreter', container: { type: 'auto', file_ids: codeFiles } }] : []),
    ...tools.map(({ name, description, parameters }) => ({
      ...{ type: 'function', name, description, parameters, strict: false },
    })),
  ]
}

function toChoice(choice: ChatRequest['toolChoice'] | string, tools: NonNullable<ChatRequest['tools']>) {
  const name = typeof choice === 'object' ? choice.name : choice
  return tools.some((tool) => tool.name === name) ? { type: 'function', name } : (name ?? 'auto')
}

/** After tool calls only their results are sent, otherwise the whole conversation. */
function inputOf(messages: readonly ChatMessage[], responses: ReadonlyMap<string, string>) {
  const last = messages.findLastIndex(({ role }) => role !== 'tool') + 1
  const results = messages.slice(last).filter((message) => message.role === 'tool')
  const previous = results[0] && responses.get(results[0].toolCallId)
  return previous
    ? { previous_response_id: previous, input: results.flatMap(toItems) }
    : { input: messages.flatMap(toItems) }
}

function toItems(message: ChatMessage): object[] {
  switch (message.role) {
    case 'system':
      return []
    case 'user':
      return [
        {
          role: 'user',
          content: [...(message.images ?? []).map(toImage), { type: 'input_text', text: message.content }],
        },
      ]
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.toolCallId, output: message.content }]
    case 'assistant':
      return [
        ...(message.content === '' ? [] : [{ role: 'assistant', content: message.content }]),
        ...(message.toolCalls ?? []).map(({ id, name, args }) => ({
          ...{ type: 'function_call', call_id: id, name, arguments: JSON.stringify(args ?? {}) },
        })),
      ]
  }
}

function toImage(image: { url: string } | { mediaType: string; data: string }) {
  return {
    type: 'input_image',
    image_url: 'url' in image ? image.url : `data:${image.mediaType};base64,${image.data}`,
  }
}

function toReply(response: Finished): ChatReply {
  const { output, usage } = response
  const toolCalls = output.flatMap((item) =>
    item.type === 'function_call'
      ? [{ id: item.call_id, name: item.name, args: parseArguments(item.arguments) }]
      : [],
  )
  const providerCalls = output.flatMap(toProviderCall)
  const citations = citationsOf(output)
  return {
    text: output.flatMap(textsOf).join('\n\n'),
    usage: usage ? toUsage(usage) : noUsage,
    estimated: !usage,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(providerCalls.length > 0 && { providerCalls }),
    ...(citations.length > 0 && { citations }),
  }
}

function toUsage(usage: NonNullable<Finished['usage']>) {
  const cacheRead = Math.min(usage.input_tokens_details?.cached_tokens ?? 0, usage.input_tokens)
  const output = usage.output_tokens
  return {
    input: usage.input_tokens - cacheRead,
    ...{ cacheRead, cacheWrite: 0, output },
    reasoning: Math.min(usage.output_tokens_details?.reasoning_tokens ?? 0, output),
  }
}

function textsOf(item: OutputItem): string[] {
  return item.type === 'message' ? [item.content.map(({ text, refusal }) => text || refusal).join('')] : []
}

function toProviderCall(item: OutputItem): ProviderCall[] {
  if (item.type === 'file_search_call') {
    const passages = (item.results ?? []).map(({ filename, text }) => `${filename}: ${text}`)
    return [{ name: 'file_search', args: { queries: item.queries }, result: passages.join('\n\n') }]
  }
  if (item.type === 'code_interpreter_call') {
    const logs = (item.outputs ?? []).flatMap(({ logs }) => logs ?? [])
    return [{ name: 'code_interpreter', args: { code: item.code ?? '' }, result: logs.join('\n') }]
  }
  return []
}

/** Each file once. */
function citationsOf(output: readonly OutputItem[]): Citation[] {
  const passages = new Map(
    output
      .flatMap((item) => (item.type === 'file_search_call' ? (item.results ?? []) : []))
      .toReversed()
      .map(({ file_id: fileId, text }) => [fileId, text]),
  )
  const cited = output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .flatMap(({ annotations }) => annotations.flatMap((each) => annotation.safeParse(each).data ?? []))
  return [...new Map(cited.map((each) => [each.file_id, each])).values()].map((each) =>
    toCitation(each, passages),
  )
}

function toCitation(cited: Annotation, passages: ReadonlyMap<string, string>): Citation {
  const passage = passages.get(cited.file_id)
  return {
    fileId: cited.file_id,
    fileName: cited.filename || cited.file_id,
    ...('container_id' in cited && { containerId: cited.container_id }),
    ...(passage && { passage }),
  }
}

function parseArguments(text: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch {
    return {}
  }
}
