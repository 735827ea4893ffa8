import { defineCredential } from '#server/engine/define-node.ts'

export const cerebrasAIApi = defineCredential({
  name: 'cerebrasAIApi',
  label: 'Cerebras API Key',
  version: 1,
  description: 'A key from cloud.cerebras.ai.',
  inputs: {
    cerebrasApiKey: { label: 'Cerebras API Key', type: 'password' },
  },
})
