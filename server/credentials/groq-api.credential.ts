import { defineCredential } from '#server/engine/define-node.ts'

export const groqApi = defineCredential({
  name: 'groqApi',
  label: 'Groq API',
  version: 1,
  description: 'A key from console.groq.com.',
  inputs: {
    groqApiKey: { label: 'Groq API Key', type: 'password' },
  },
})
