import { serpApi } from '#server/credentials/serp-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { readSearchResults } from './read-search-results.ts'
import { oneSearch, searchJson, searchTool } from './search-json.ts'

export const serpAPI = defineNode({
  name: 'serpAPI',
  label: 'Serp API',
  version: 1,
  category: 'Tools',
  description: 'Searches Google through SerpApi, including Google’s direct answers.',
  icon: 'search',
  baseClasses: ['SerpAPI', 'Tool', 'StructuredTool', 'Runnable'],
  credential: serpApi,
  sharedCredential: 'metered',
  inputs: {},

  build: ({ credential, ports }) =>
    searchTool({
      name: 'search',
      description: 'Searches the web with Google. Use it for what is current or not known to you.',
      async search(q) {
        const query = { engine: 'google', api_key: credential.serpApiKey, q }
        return readSearchResults(
          await ports.paid({
            ...oneSearch('serpapi'),
            send: () => searchJson(ports.fetch, 'SerpApi', 'https://serpapi.com/search.json', { query }),
          }),
        )
      },
    }),
})
