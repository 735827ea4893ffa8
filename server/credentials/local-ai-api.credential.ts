import { defineCredential } from '#server/engine/define-node.ts'

export const localAIApi = defineCredential({
  name: 'localAIApi',
  label: 'LocalAI API',
  version: 1,
  description: 'The key of a LocalAI server, if it needs one.',
  inputs: {
    localAIApiKey: { label: 'LocalAI API Key', type: 'password' },
  },
})
