import { defineCredential } from '#server/engine/define-node.ts'

export const httpBasicAuth = defineCredential({
  name: 'httpBasicAuth',
  label: 'HTTP Basic Auth',
  version: 1,
  description: 'A user name and a password, sent with each request.',
  inputs: {
    basicAuthUsername: { label: 'Basic Auth Username', type: 'string' },
    basicAuthPassword: { label: 'Basic Auth Password', type: 'password' },
  },
})
