import { defineCredential } from '#server/engine/define-node.ts'

export const openSearchUrl = defineCredential({
  name: 'openSearchUrl',
  label: 'OpenSearch',
  version: 1,
  description: 'The URL of a cluster and one of its users.',
  inputs: {
    openSearchUrl: { label: 'OpenSearch URL', type: 'string', placeholder: 'https://museum.example:9200' },
    user: { label: 'User', type: 'string', optional: true },
    password: { label: 'Password', type: 'password', optional: true },
  },
})
