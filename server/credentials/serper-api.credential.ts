import { defineCredential } from '#server/engine/define-node.ts'

export const serperApi = defineCredential({
  name: 'serperApi',
  label: 'Serper API',
  version: 1,
  inputs: {
    serperApiKey: { label: 'Serper API Key', type: 'password' },
  },
})
