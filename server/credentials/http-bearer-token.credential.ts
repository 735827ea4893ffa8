import { defineCredential } from '#server/engine/define-node.ts'

export const httpBearerToken = defineCredential({
  name: 'httpBearerToken',
  label: 'HTTP Bearer Token',
  version: 1,
  description: 'A token, sent as an Authorization header.',
  inputs: {
    token: { label: 'Token', type: 'password' },
  },
})
