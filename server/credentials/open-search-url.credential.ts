import { defineCredential } from '#server/engine/define-node.ts'

export const openSearchUrl = defineCredential({
  name: 'openSearchUrl',
  label: 'OpenSearch',
  version: 1,
  description: 'Where a cluster stands, and a user of it.',
  inputs: {
    openSearchUrl: { label: 'OpenSearch Url', type: 'string', placeholder: 'https://museum.example:9200' },
    user: { label: 'User', type: 'string', optional: true },
    password: { label: 'Password', type: 'password', optional: true },
  },
})
