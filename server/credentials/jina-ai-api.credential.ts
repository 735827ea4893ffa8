import { defineCredential } from '#server/engine/define-node.ts'

export const jinaAIApi = defineCredential({
  name: 'jinaAIApi',
  label: 'Jina AI API',
  version: 1,
  description: 'A key from jina.ai.',
  inputs: {
    jinaAIAPIKey: { label: 'Jina AI API Key', type: 'password' },
  },
})
