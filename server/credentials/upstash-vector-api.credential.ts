import { defineCredential } from '#server/engine/define-node.ts'

export const upstashVectorApi = defineCredential({
  name: 'upstashVectorApi',
  label: 'Upstash Vector API',
  version: 1,
  description: 'The URL and token of an index from console.upstash.com.',
  inputs: {
    UPSTASH_VECTOR_REST_URL: {
      label: 'Upstash Vector REST URL',
      type: 'string',
      placeholder: 'https://….upstash.io',
    },
    UPSTASH_VECTOR_REST_TOKEN: { label: 'Upstash Vector REST Token', type: 'password' },
  },
})
