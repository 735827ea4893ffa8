import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ProviderTool,
  LanguageModelV4ToolChoice,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import type { ChatImage, ChatMessage, ChatRequest, ModelSettings } from '#server/engine/ports.ts'
import type { Provider } from './provider-model.ts'
import { isStrict, jsonInstruction } from './structured.ts'
import { findSealed } from './thoughts.ts'

type ProviderTools = { providerTools: LanguageModelV4ProviderTool[] }

export function toCall(
  settings: ModelSettings,
  { providerTools, ...request }: Omit<ChatRequest, 'providerTools'> & ProviderTools,
  provider: Provider,
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  const { strictTools, headers } = settings
  const call: Record<string, unknown> = { prompt: toPrompt(request, provider), abortSignal }
  for (const name of sampling) {
    if (settings[name] !== undefined) {
      call[name] = settings[name]
    }
  }
  return {
    ...(call as LanguageModelV4CallOptions),
    ...(headers && { headers }),
    ...optionsOf(settings, request, provider),
    ...(provider.usageSoFar && { includeRawChunks: true }),
    ...(request.schema &&
      !provider.withoutSchemas && {
        responseFormat: {
          type: 'json' as const,
          name: request.schema.name,
          schema: request.schema.schema as JSONSchema7,
        },
      }),
    ...((request.tools?.length || providerTools.length > 0) && {
      tools: [
        ...(request.tools ?? []).map(({ name, description, parameters }) => ({
          type: 'function' as const,
          name,
          description,
          inputSchema: parameters,
          ...(strictTools !== undefined && { strict: strictTools }),
        })),
        ...providerTools,
      ],
      ...(request.toolChoice && { toolChoice: toToolChoice(request.toolChoice) }),
    }),
  }
}

function toToolChoice(choice: NonNullable<ChatRequest['toolChoice']>): LanguageModelV4ToolChoice {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.name }
}

function optionsOf(
  { providerOptions }: ModelSettings,
  { schema }: ChatRequest,
  { optionsKey, hasStrictMode }: Provider,
): { providerOptions?: SharedV4ProviderOptions } {
  const options = {
    ...(schema && hasStrictMode && { strictJsonSchema: isStrict(schema.schema) }),
    ...providerOptions,
  }
  return Object.keys(options).length > 0 ? { providerOptions: { [optionsKey]: options } } : {}
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

/** System messages are joined at the start, the only position every provider accepts. */
export function systemOf({ system = '', messages }: ChatRequest): string {
  const systems = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []))
  return [system, ...systems].filter((text) => text !== '').join('\n\n')
}

function toPrompt(request: ChatRequest, provider: Provider): LanguageModelV4Prompt {
  const { messages, schema } = request
  const reported = schema && provider.withoutSchemas ? [jsonInstruction(schema)] : []
  const content = [systemOf(request), ...reported].filter((text) => text !== '').join('\n\n')
  const spoken = messages.flatMap((message) => toMessage(message, provider) ?? [])
  return content === '' ? spoken : [{ role: 'system', content }, ...spoken]
}

function toMessage(message: ChatMessage, provider: Provider): LanguageModelV4Message | undefined {
  switch (message.role) {
    case 'system':
      return undefined
    case 'user':
      return { role: 'user', content: [...toFiles(message.images), { type: 'text', text: message.content }] }
    case 'assistant':
      return toAssistantMessage(message, provider)
    case 'tool': {
      const { toolCallId, toolName, content: value } = message
      const output = { type: 'text' as const, value }
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
    }
  }
}

// A message without text and tool calls is a failed answer; it is dropped, because providers reject empty
// messages.
function toAssistantMessage(
  { content: text, toolCalls = [], reasoning }: Extract<ChatMessage, { role: 'assistant' }>,
  { takesThoughts }: Provider,
) {
  const calls = toolCalls.map(({ id, name, args }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: args,
    ...(findSealed(id)?.call && { providerOptions: findSealed(id)?.call as SharedV4ProviderOptions }),
  }))
  const sealed = findSealed(toolCalls[0]?.id ?? '')?.thoughts ?? []
  const thoughts = sealed.map(({ text: thought, providerMetadata }) => ({
    type: 'reasoning' as const,
    text: thought,
    providerOptions: providerMetadata as SharedV4ProviderOptions,
  }))
  const open =
    takesThoughts && reasoning && calls.length > 0 ? [{ type: 'reasoning' as const, text: reasoning }] : []
  const parts = text === '' ? [] : [{ type: 'text' as const, text }]
  if (parts.length + calls.length === 0) {
    return undefined
  }
  return { role: 'assistant' as const, content: [...thoughts, ...open, ...parts, ...calls] }
}

/** Images go before the text, where models read them best. */
function toFiles(images: readonly ChatImage[] = []): LanguageModelV4FilePart[] {
  return images.map((image) =>
    'url' in image
      ? { type: 'file', mediaType: 'image/*', data: { type: 'url', url: new URL(image.url) } }
      : { type: 'file', mediaType: image.mediaType, data: { type: 'data', data: image.data } },
  )
}
