import { defineCredential } from '#server/engine/define-node.ts'

export const elevenLabsApi = defineCredential({
  name: 'elevenLabsApi',
  label: 'ElevenLabs API',
  version: 1,
  description: 'A key from elevenlabs.io, for text to speech.',
  inputs: {
    elevenLabsApiKey: { label: 'ElevenLabs API Key', type: 'password' },
  },
})
