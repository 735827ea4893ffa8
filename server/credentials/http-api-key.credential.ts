import { defineCredential } from '#server/engine/define-node.ts'

export const httpApiKey = defineCredential({
  name: 'httpApiKey',
  label: 'HTTP API Key',
  version: 1,
  description: 'A header with a key.',
  inputs: {
    key: { label: 'Key', type: 'string', description: 'Name of the header.' },
    value: { label: 'Value', type: 'password' },
  },
})
