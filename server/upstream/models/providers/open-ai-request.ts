import type { ChatImage, ChatMessage, ChatRequest, ModelSettings } from '#server/engine/ports.ts'
import { isStrict, jsonInstruction } from '../structured.ts'
import { systemOf } from '../to-prompt.ts'

/** They report usage without being asked; Mistral rejects a request that asks. */
const countUnasked = new Set(['mistral', 'perplexity'])

/** They support JSON mode, but no schemas. */
const withoutSchemas = new Set(['deepseek'])

/** Field in which a provider expects the reasoning before a tool call; the others expect none. */
const thoughtNames: Record<string, string> = {
  deepseek: 'reasoning_content',
  openrouter: 'reasoning',
  cerebras: 'reasoning',
}

/** Only the fields every OpenAI-compatible server accepts. */
export function toOpenAIRequest(settings: ModelSettings, request: ChatRequest, stream: boolean) {
  const { provider, model, temperature, topP, stopSequences: stop, strictTools: strict } = settings
  // Reasoning summaries exist only at OpenAI; all other options belong to this provider's API.
  const { reasoningEffort, reasoningSummary: _, ...ownOptions } = settings.providerOptions ?? {}
  const system = systemTo(provider, request)
  return {
    ...ownOptions,
    model,
    max_tokens: settings.maxOutputTokens,
    temperature,
    top_p: topP,
    top_k: settings.topK,
    frequency_penalty: settings.frequencyPenalty,
    presence_penalty: settings.presencePenalty,
    stop,
    reasoning_effort: reasoningEffort,
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...request.messages.flatMap((message) => toMessage(message, thoughtNames[provider])),
    ],
    ...(request.tools?.length && {
      tools: request.tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters, strict },
      })),
      tool_choice: toToolChoice(request.toolChoice),
    }),
    ...(request.schema && { response_format: toFormat(provider, request.schema) }),
    ...(stream && { stream }),
    ...(stream && !countUnasked.has(provider) && { stream_options: { include_usage: true } }),
  }
}

function systemTo(provider: string, request: ChatRequest) {
  const reported = request.schema && withoutSchemas.has(provider) ? [jsonInstruction(request.schema)] : []
  return [systemOf(request), ...reported].filter((text) => text !== '').join('\n\n')
}

function toToolChoice(choice: ChatRequest['toolChoice'] = 'auto') {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } }
}

function toFormat(provider: string, { name, schema }: NonNullable<ChatRequest['schema']>) {
  return withoutSchemas.has(provider)
    ? { type: 'json_object' }
    : { type: 'json_schema', json_schema: { name, schema, strict: isStrict(schema) } }
}

function toMessage(message: ChatMessage, thoughtName: string | undefined): object[] {
  const { role, content } = message
  switch (role) {
    case 'system':
      return []
    case 'user':
      return [{ role, content: message.images?.length ? toParts(content, message.images) : content }]
    case 'tool':
      return [{ role, tool_call_id: message.toolCallId, content }]
    case 'assistant':
      return toAssistantMessage(message, thoughtName)
  }
}

/** Images go before the text, where models read them best. */
function toParts(text: string, images: readonly ChatImage[]) {
  const pictures = images.map((image) => ({
    type: 'image_url',
    image_url: { url: 'url' in image ? image.url : `data:${image.mediaType};base64,${image.data}` },
  }))
  return [...pictures, { type: 'text', text }]
}

// A message without text and tool calls is a failed answer; it is dropped, because servers reject empty messages.
function toAssistantMessage(
  { content, toolCalls = [], reasoning }: Extract<ChatMessage, { role: 'assistant' }>,
  thoughtName: string | undefined,
) {
  if (toolCalls.length === 0) {
    return content === '' ? [] : [{ role: 'assistant', content }]
  }
  const calls = toolCalls.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args ?? {}) },
  }))
  const thought = thoughtName && reasoning ? { [thoughtName]: reasoning } : {}
  return [{ role: 'assistant', content: content === '' ? null : content, tool_calls: calls, ...thought }]
}
