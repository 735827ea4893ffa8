import { defineCredential } from '#server/engine/define-node.ts'

export const oxylabsApi = defineCredential({
  name: 'oxylabsApi',
  label: 'Oxylabs API',
  version: 1,
  description: 'A user of the Web Scraper API from dashboard.oxylabs.io.',
  inputs: {
    username: { label: 'Oxylabs Username', type: 'string' },
    password: { label: 'Oxylabs Password', type: 'password' },
  },
})
