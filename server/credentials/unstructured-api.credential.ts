import { defineCredential } from '#server/engine/define-node.ts'

export const unstructuredApi = defineCredential({
  name: 'unstructuredApi',
  label: 'Unstructured API',
  version: 1,
  description: 'A key from platform.unstructured.io.',
  inputs: {
    unstructuredAPIKey: { label: 'API Key', type: 'password' },
  },
})
