import { defineCredential } from '#server/engine/define-node.ts'

export const sambanovaApi = defineCredential({
  name: 'sambanovaApi',
  label: 'SambaNova API',
  version: 1,
  description: 'A key from cloud.sambanova.ai.',
  inputs: {
    sambanovaApiKey: { label: 'SambaNova API Key', type: 'password' },
  },
})
