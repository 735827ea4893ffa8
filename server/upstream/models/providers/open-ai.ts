import { createOpenAI } from '@ai-sdk/openai'
import { isCompletionModel, type Provider } from '../provider-model.ts'

/** OpenAI itself, which has habits its imitators do not share (`max_completion_tokens`, developer messages). */
export const provider: Provider = {
  optionsKey: 'openai',
  hasStrictMode: true,
  open({ baseUrl, apiKey, fetch }, { model, providerOptions }) {
    const openAI = createOpenAI({ baseURL: baseUrl, apiKey, fetch })
    if (isCompletionModel(model)) {
      return openAI.completion(model)
    }
    // Summaries of its thinking are given by the newer of its two addresses alone.
    return providerOptions?.reasoningSummary === undefined ? openAI.chat(model) : openAI.responses(model)
  },
}
