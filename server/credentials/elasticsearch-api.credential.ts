import { defineCredential } from '#server/engine/define-node.ts'

export const elasticsearchApi = defineCredential({
  name: 'elasticsearchApi',
  label: 'Elasticsearch API',
  version: 1,
  description: 'The API key and endpoint of a cluster.',
  inputs: {
    endpoint: {
      label: 'Elasticsearch Endpoint',
      type: 'string',
      placeholder: 'https://museum.es.example:9243',
    },
    apiKey: { label: 'Elasticsearch API Key', type: 'password' },
  },
})
