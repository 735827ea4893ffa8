import { defineCredential } from '#server/engine/define-node.ts'

export const replicateApi = defineCredential({
  name: 'replicateApi',
  label: 'Replicate API',
  version: 1,
  description: 'A token from replicate.com/account.',
  inputs: {
    replicateApiKey: { label: 'Replicate API Key', type: 'password' },
  },
})
