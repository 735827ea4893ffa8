import { createAnthropic } from '@ai-sdk/anthropic'
import { z } from 'zod'
import type { Provider } from '../provider-model.ts'

const count = z.number().nullish()
const messageStart = z.object({
  type: z.literal('message_start'),
  message: z.object({
    usage: z.object({
      input_tokens: count,
      cache_read_input_tokens: count,
      cache_creation_input_tokens: count,
      output_tokens: count,
    }),
  }),
})

export const provider: Provider = {
  optionsKey: 'anthropic',
  open({ baseUrl, apiKey, fetch }, { model }) {
    const baseURL = baseUrl.endsWith('/v1') ? baseUrl : `${baseUrl}/v1`
    return createAnthropic({ baseURL, apiKey, fetch }).chat(model)
  },
  usageSoFar(chunk) {
    const parsed = messageStart.safeParse(chunk)
    if (!parsed.success) {
      return undefined
    }
    const { usage } = parsed.data.message
    return {
      input: usage.input_tokens ?? 0,
      cacheRead: usage.cache_read_input_tokens ?? 0,
      cacheWrite: usage.cache_creation_input_tokens ?? 0,
      output: usage.output_tokens ?? 0,
      reasoning: 0,
    }
  },
}
