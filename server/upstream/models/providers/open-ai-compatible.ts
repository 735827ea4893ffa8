import type { OwnWire } from '../provider-model.ts'
import { readAnswer, readFrames } from './open-ai-answer.ts'
import { errorIn } from './open-ai-error.ts'
import { toOpenAIRequest } from './open-ai-request.ts'
import { post } from './post.ts'

/**
 * Any server that speaks OpenAI's chat protocol: our own sandbox, LiteLLM, vLLM, LM Studio… Read by ourselves: this is the
 * way of the sandbox and of most installations, and through a package a stream cost seven times as much (server/docs/decisions/05-own-openai-protocol.md).
 */
export const provider: OwnWire = {
  async *ask(connection, settings, request, { stream, signal }) {
    const body = toOpenAIRequest(settings, request, stream)
    const response = await post(connection, '/chat/completions', body, {
      headers: settings.headers,
      signal,
      errorIn,
    })
    return yield* stream ? readFrames(response.body) : readAnswer(await response.text())
  },
}
