import { defineCredential } from '#server/engine/define-node.ts'

export const ollamaApi = defineCredential({
  name: 'ollamaApi',
  label: 'Ollama API',
  version: 1,
  description:
    'Only for an Ollama server that needs a key, such as Ollama Cloud. Your own server needs none.',
  inputs: {
    ollamaApiKey: { label: 'Ollama API Key', type: 'password' },
  },
})
