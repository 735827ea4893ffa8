import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'

/** Top-level fields of the request; all other provider options go into `options`. */
const besideOptions = new Set(['think', 'format', 'keep_alive'])

export function toOllamaRequest(model: string, call: LanguageModelV4CallOptions, stream: boolean) {
  const own = Object.entries(call.providerOptions?.ollama ?? {})
  return {
    model,
    stream,
    messages: call.prompt.flatMap(toMessages),
    ...Object.fromEntries(own.filter(([name]) => besideOptions.has(name))),
    ...(call.responseFormat?.type === 'json' && { format: call.responseFormat.schema ?? 'json' }),
    options: {
      temperature: call.temperature,
      top_p: call.topP,
      top_k: call.topK,
      num_predict: call.maxOutputTokens,
      stop: call.stopSequences,
      ...Object.fromEntries(own.filter(([name]) => !besideOptions.has(name))),
    },
    ...(call.tools && call.toolChoice?.type !== 'none' && { tools: toolsOf(call) }),
  }
}

/** Ollama cannot force a tool call, so a required tool is the only one offered. */
function toolsOf({ tools = [], toolChoice }: LanguageModelV4CallOptions) {
  const target = toolChoice?.type === 'tool' ? toolChoice.toolName : undefined
  return tools.filter(({ name }) => target === undefined || name === target).flatMap(toTool)
}

function toTool(tool: NonNullable<LanguageModelV4CallOptions['tools']>[number]) {
  if (tool.type !== 'function') {
    return []
  }
  const { name, description, inputSchema: parameters } = tool
  return [{ type: 'function', function: { name, description, parameters } }]
}

function toMessages(message: LanguageModelV4Message): object[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }]
    case 'user':
      return [{ role: 'user', content: textOf(message.content), ...imagesOf(message.content) }]
    case 'assistant':
      return [
        {
          role: 'assistant',
          content: textOf(message.content),
          ...thoughtOf(message.content),
          ...callsOf(message.content),
        },
      ]
    case 'tool':
      return message.content.flatMap((part) =>
        part.type === 'tool-result'
          ? [
              {
                role: 'tool',
                tool_name: part.toolName,
                content: 'value' in part.output ? toText(part.output.value) : '',
              },
            ]
          : [],
      )
  }
}

type Parts = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

function textOf(parts: readonly { type: string; text?: unknown }[]): string {
  return parts
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('')
}

function thoughtOf(parts: Parts) {
  const thinking = parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('')
  return thinking === '' ? {} : { thinking }
}

/** Bytes only, because Ollama fetches no URLs. */
function imagesOf(parts: Extract<LanguageModelV4Message, { role: 'user' }>['content']) {
  const images = parts.flatMap((part) =>
    part.type === 'file' && part.data.type === 'data' && typeof part.data.data === 'string'
      ? [part.data.data]
      : [],
  )
  return images.length > 0 ? { images } : {}
}

function callsOf(parts: Parts) {
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call' ? [{ function: { name: part.toolName, arguments: part.input } }] : [],
  )
  return calls.length > 0 ? { tool_calls: calls } : {}
}

function toText(value: unknown) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
