import type { OwnWire } from '../provider-model.ts'
import { readFrames, readResponse } from './open-ai-answer.ts'
import { errorIn } from './open-ai-error.ts'
import { toOpenAIRequest } from './open-ai-request.ts'
import { post } from './post.ts'

/**
 * Any server with OpenAI's chat protocol: our sandbox, LiteLLM, vLLM, LM Studio… Implemented without a package,
 * because with one a stream cost seven times as much (server/docs/decisions/05-own-openai-protocol.md).
 */
export const provider: OwnWire = {
  async *request(connection, settings, request, { stream, signal }) {
    const body = toOpenAIRequest(settings, request, stream)
    const response = await post(connection, '/chat/completions', body, {
      headers: settings.headers,
      signal,
      errorIn,
    })
    return yield* stream ? readFrames(response.body) : readResponse(await response.text())
  },
}
