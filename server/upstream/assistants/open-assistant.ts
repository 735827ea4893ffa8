import type {
  AssistantOptions,
  AssistantSettings,
  ChatPiece,
  ChatRequest,
  OpenedAssistant,
} from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { ChatReply } from '#shared/runs.ts'
import { createOpenAiWire, type Data } from './open-ai-wire.ts'
import { toResponseBody } from './response-body.ts'
import { type Finished, readResponse, toReply } from './response-reply.ts'

const ends = new Set(['response.completed', 'response.incomplete', 'response.failed'])

/** Assistants over the Responses API of OpenAI or Azure, with its file search and code interpreter. */
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
      const body = toResponseBody(assistant, options, request, responses)
      const response = yield* follow(wire.events('/responses', body), wire.service)
      for (const item of response.output) {
        if (item.type === 'function_call') {
          responses.set(item.call_id, response.id)
        }
      }
      return toReply(response)
    }

    return {
      settings: { provider: assistant.provider, model: assistant.model, sees: true },
      instructions: assistant.instructions,
      chat,
      download: ({ containerId = '', fileId }, signal) =>
        createOpenAiWire({ fetch, signal }, assistant).bytes(
          `/containers/${encodeURIComponent(containerId)}/files/${encodeURIComponent(fileId)}/content`,
        ),
    }
  }
}

async function* follow(events: AsyncGenerator<Data>, service: string): AsyncGenerator<ChatPiece, Finished> {
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
      return readResponse(event.response, service)
    }
  }
  throw new AppError('UPSTREAM_FAILED', `${service} broke off before its answer was complete. Try again.`)
}
