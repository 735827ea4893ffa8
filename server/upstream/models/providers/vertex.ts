import { createGoogle } from '@ai-sdk/google'
import type { Provider } from '../provider-model.ts'
import { createGoogleTokens } from './google-token.ts'

/**
 * Gemini in Google Cloud: the wire of Gemini under the address of a project, with a token that a service account signs for.
 * The package for Vertex asks for its tokens past our guard, so we ask ourselves.
 */
export const provider: Provider = {
  optionsKey: 'google',
  open({ baseUrl, apiKey, fetch }, { model }) {
    const tokenOf = createGoogleTokens(apiKey, fetch)
    return createGoogle({
      baseURL: baseUrl,
      apiKey: 'unused',
      async fetch(address, init) {
        const headers = new Headers(init?.headers)
        headers.delete('x-goog-api-key')
        headers.set('authorization', `Bearer ${await tokenOf(init?.signal ?? undefined)}`)
        return fetch(address, { ...init, headers })
      },
    }).chat(model)
  },
}
