import { createGoogle } from '@ai-sdk/google'
import type { Provider } from '../provider-model.ts'

export const provider: Provider = {
  optionsKey: 'google',
  open({ baseUrl, apiKey, fetch }, { model }) {
    // Users paste the bare URL, but the package needs the API version in it.
    const baseURL = /\/v\d+\w*$/.test(baseUrl) ? baseUrl : `${baseUrl}/v1beta`
    return createGoogle({ baseURL, apiKey, fetch }).chat(model)
  },
}
