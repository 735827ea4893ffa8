import { createOpenAI } from '@ai-sdk/openai'
import { isCompletionModel, type Provider } from '../provider-model.ts'

/** OpenAI itself, with features that compatible servers lack (`max_completion_tokens`, developer messages). */
export const provider: Provider = {
  optionsKey: 'openai',
  hasStrictMode: true,
  open({ baseUrl, apiKey, fetch }, { model, providerOptions }, hasTools) {
    const openAI = createOpenAI({ baseURL: baseUrl, apiKey, fetch })
    if (isCompletionModel(model)) {
      return openAI.completion(model)
    }
    // Only the Responses API returns reasoning summaries and runs OpenAI's own tools.
    const needsResponses = hasTools || providerOptions?.reasoningSummary !== undefined
    return needsResponses ? openAI.responses(model) : openAI.chat(model)
  },
}
