import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Provider } from '../provider-model.ts'

/** Any server that speaks OpenAI's chat protocol: our own sandbox, LiteLLM, vLLM, LM Studio… */
export const provider: Provider = {
  optionsKey: 'openaiCompatible',
  open({ baseUrl, apiKey, fetch }, { model }) {
    const name = 'openaiCompatible'
    return createOpenAICompatible({ name, baseURL: baseUrl, apiKey, fetch, includeUsage: true }).chatModel(
      model,
    )
  },
}
