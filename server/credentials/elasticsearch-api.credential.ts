import { defineCredential } from '#server/engine/define-node.ts'

export const elasticsearchApi = defineCredential({
  name: 'elasticsearchApi',
  label: 'Elasticsearch API',
  version: 1,
  description: 'An API key of a cluster, and where it stands.',
  inputs: {
    endpoint: {
      label: 'Elasticsearch Endpoint',
      type: 'string',
      placeholder: 'https://museum.es.example:9243',
    },
    apiKey: { label: 'Elasticsearch API Key', type: 'password' },
  },
})
