import { defineCredential } from '#server/engine/define-node.ts'

export const huggingFaceApi = defineCredential({
  name: 'huggingFaceApi',
  label: 'Hugging Face API',
  version: 1,
  description: 'A token from huggingface.co/settings/tokens.',
  inputs: {
    huggingFaceApiKey: { label: 'Hugging Face API Key', type: 'password' },
  },
})
