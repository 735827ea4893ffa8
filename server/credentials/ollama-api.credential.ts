import { defineCredential } from '#server/engine/define-node.ts'

export const ollamaApi = defineCredential({
  name: 'ollamaApi',
  label: 'Ollama API',
  version: 1,
  description: 'Only for an Ollama behind a key, such as the hosted one. Your own needs none.',
  inputs: {
    ollamaApiKey: { label: 'Ollama API Key', type: 'password' },
  },
})
