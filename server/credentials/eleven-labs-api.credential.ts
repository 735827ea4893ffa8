import { defineCredential } from '#server/engine/define-node.ts'

export const elevenLabsApi = defineCredential({
  name: 'elevenLabsApi',
  label: 'Eleven Labs API',
  version: 1,
  description: 'A key from elevenlabs.io, for text to speech.',
  inputs: {
    elevenLabsApiKey: { label: 'Eleven Labs API Key', type: 'password' },
  },
})
