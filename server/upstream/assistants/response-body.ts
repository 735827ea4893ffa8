import type { AssistantOptions, AssistantSettings, ChatMessage, ChatRequest } from '#server/engine/ports.ts'

/** The body of a request to `/responses`. `responses` names the response that made each tool call. */
export function toResponseBody(
  assistant: AssistantSettings,
  options: AssistantOptions,
  { system, messages, tools = [], toolChoice }: ChatRequest,
  responses: ReadonlyMap<string, string>,
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
    ...inputOf(messages, responses),
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
