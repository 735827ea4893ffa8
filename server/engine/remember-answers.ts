import { noUsage } from '#shared/runs.ts'
import type { ChatModel, ModelCache } from './handles.ts'
import type { ModelSettings } from './ports.ts'

/** Answers the same request to the same model with the same settings from the cache, at no cost. */
export function rememberAnswers(
  settings: ModelSettings,
  callModel: ChatModel['stream'],
  cache: ModelCache,
): ChatModel['stream'] {
  const { apiKey: _, streaming: __, ...relevant } = settings
  return async function* (request) {
    const key = JSON.stringify([relevant, request])
    const known = await cache.find(key)
    if (known !== undefined) {
      yield known
      return { text: known, usage: noUsage, estimated: false }
    }
    const reply = yield* callModel(request)
    if (!reply.toolCalls) {
      await cache.store(key, reply.text)
    }
    return reply
  }
}
