import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'
import type { ChatMessage, ChatRequest, ModelSettings } from '#server/engine/ports.ts'
import type { Provider } from './provider-model.ts'

/** What one call needs, in the words of the providers' packages. */
export function toCall(
  settings: ModelSettings,
  request: ChatRequest,
  { optionsKey, usageSoFar }: Provider,
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  const { providerOptions, strictTools, headers } = settings
  const call: Record<string, unknown> = { prompt: toPrompt(request), abortSignal }
  for (const name of sampling) {
    if (settings[name] !== undefined) {
      call[name] = settings[name]
    }
  }
  return {
    ...(call as LanguageModelV4CallOptions),
    ...(headers && { headers }),
    ...(providerOptions && { providerOptions: { [optionsKey]: providerOptions } }),
    ...(usageSoFar && { includeRawChunks: true }),
    ...(request.tools?.length && {
      tools: request.tools.map(({ name, description, parameters }) => ({
        type: 'function' as const,
        name,
        description,
        inputSchema: parameters,
        ...(strictTools !== undefined && { strict: strictTools }),
      })),
    }),
  }
}

const sampling = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'frequencyPenalty',
  'presencePenalty',
  'stopSequences',
] as const

/** System texts are joined at the front, where alone every provider takes them. */
export function systemOf({ system = '', messages }: ChatRequest): string {
  const systems = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []))
  return [system, ...systems].filter((text) => text !== '').join('\n\n')
}

function toPrompt(request: ChatRequest): LanguageModelV4Prompt {
  const { messages } = request
  const content = systemOf(request)
  const spoken = messages.flatMap((message) => toMessage(message) ?? [])
  return content === '' ? spoken : [{ role: 'system', content }, ...spoken]
}

function toMessage(message: ChatMessage): LanguageModelV4Message | undefined {
  switch (message.role) {
    case 'system':
      return undefined
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.content }] }
    case 'assistant':
      return toAssistantMessage(message)
    case 'tool': {
      const { toolCallId, toolName, content: value } = message
      const output = { type: 'text' as const, value }
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
    }
  }
}

// An answer without text and calls is an answer that failed: providers refuse an empty one.
function toAssistantMessage({ content: text, toolCalls = [] }: Extract<ChatMessage, { role: 'assistant' }>) {
  const calls = toolCalls.map(({ id, name, args }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: args,
  }))
  const said = text === '' ? [] : [{ type: 'text' as const, text }]
  const content = [...said, ...calls]
  return content.length > 0 ? { role: 'assistant' as const, content } : undefined
}
