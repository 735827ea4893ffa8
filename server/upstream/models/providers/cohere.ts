import { createCohere } from '@ai-sdk/cohere'
import type { Provider } from '../provider-model.ts'

export const provider: Provider = {
  optionsKey: 'cohere',
  open: ({ baseUrl, apiKey, fetch }, { model }) => createCohere({ baseURL: baseUrl, apiKey, fetch })(model),
}
