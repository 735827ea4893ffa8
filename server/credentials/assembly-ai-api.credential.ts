import { defineCredential } from '#server/engine/define-node.ts'

export const assemblyAIApi = defineCredential({
  name: 'assemblyAIApi',
  label: 'AssemblyAI API',
  version: 1,
  description: 'A key from assemblyai.com, for speech to text.',
  inputs: {
    assemblyAIApiKey: { label: 'AssemblyAI API Key', type: 'password' },
  },
})
