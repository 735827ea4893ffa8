import type { ChatMessage, ChatRequest, ModelSettings } from '#server/engine/ports.ts'
import { systemOf } from '../to-prompt.ts'

/** They tell what an answer took without being asked; Mistral refuses a request that asks. */
const countUnasked = new Set(['mistral', 'perplexity'])

/** What every server that speaks OpenAI's chat protocol understands; OpenAI's own newer habits are left to its package. */
export function toOpenAIRequest(settings: ModelSettings, request: ChatRequest, stream: boolean) {
  const { provider, model, temperature, topP, stopSequences: stop, strictTools: strict } = settings
  // Summaries of thinking are a habit of OpenAI's own; what else a node names is this provider's wire.
  const { reasoningEffort, reasoningSummary: _, ...ownOptions } = settings.providerOptions ?? {}
  const system = systemOf(request)
  // What is undefined is not sent.
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
      ...request.messages.flatMap(toMessage),
    ],
    ...(request.tools?.length && {
      tools: request.tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters, strict },
      })),
      tool_choice: 'auto',
    }),
    ...(stream && { stream }),
    ...(stream && !countUnasked.has(provider) && { stream_options: { include_usage: true } }),
  }
}

function toMessage(message: ChatMessage): object[] {
  const { role, content } = message
  switch (role) {
    case 'system':
      return []
    case 'user':
      return [{ role, content }]
    case 'tool':
      return [{ role, tool_call_id: message.toolCallId, content }]
    case 'assistant':
      return toAssistantMessage(message)
  }
}

// An answer without text and calls is an answer that failed: servers refuse an empty one.
function toAssistantMessage({ content, toolCalls = [] }: Extract<ChatMessage, { role: 'assistant' }>) {
  if (toolCalls.length === 0) {
    return content === '' ? [] : [{ role: 'assistant', content }]
  }
  const calls = toolCalls.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args ?? {}) },
  }))
  return [{ role: 'assistant', content: content === '' ? null : content, tool_calls: calls }]
}
