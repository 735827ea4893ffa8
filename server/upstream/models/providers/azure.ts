import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { isCompletionModel, type Provider } from '../provider-model.ts'

/**
 * OpenAI's models in Azure: the same API under a deployment's URL, with a key header and an API version, given as
 * `?api-version=` at the end of the base URL.
 */
export const provider: Provider = {
  optionsKey: 'openaiCompatible',
  hasStrictMode: true,
  open({ baseUrl, apiKey, fetch }, { model }) {
    const { origin, pathname, searchParams } = new URL(baseUrl)
    const azure = createOpenAICompatible({
      name: 'openaiCompatible',
      baseURL: origin + pathname.replace(/\/+$/, ''),
      headers: { 'api-key': apiKey },
      queryParams: Object.fromEntries(searchParams),
      fetch,
      includeUsage: true,
      supportsStructuredOutputs: true,
    })
    return isCompletionModel(model) ? azure.completionModel(model) : azure.chatModel(model)
  },
}
