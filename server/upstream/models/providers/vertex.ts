import { createGoogle } from '@ai-sdk/google'
import type { Provider } from '../provider-model.ts'
import { createGoogleTokens } from './google-token.ts'

/**
 * Gemini in Google Cloud: Gemini's API under a project's URL, with a token signed by a service account. The Vertex
 * package requests its tokens outside the guarded fetch, so they are requested here.
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
