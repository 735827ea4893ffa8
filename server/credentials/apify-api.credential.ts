import { defineCredential } from '#server/engine/define-node.ts'

export const apifyApi = defineCredential({
  name: 'apifyApi',
  label: 'Apify API',
  version: 1,
  description: 'A token from console.apify.com.',
  inputs: {
    apifyApiToken: { label: 'Apify API', type: 'password' },
  },
})
