import { defineCredential } from '#server/engine/define-node.ts'

export const browserlessApi = defineCredential({
  name: 'browserlessApi',
  label: 'Browserless API',
  version: 1,
  description: 'The API token of an account at browserless.io.',
  inputs: {
    token: { label: 'Browserless API Token', type: 'password' },
  },
})
