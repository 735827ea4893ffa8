import { searchApi } from '#server/credentials/search-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { readSearchResults } from './read-search-results.ts'
import { oneSearch, searchJson, searchTool } from './search-json.ts'

export const searchAPI = defineNode({
  name: 'searchAPI',
  label: 'SearchApi',
  version: 1,
  category: 'Tools',
  description: 'Searches Google through SearchApi.',
  icon: 'search',
  baseClasses: ['SearchAPI', 'Tool', 'StructuredTool', 'Runnable'],
  credential: searchApi,
  sharedCredential: 'metered',
  inputs: {},

  build: ({ credential, ports }) =>
    searchTool({
      name: 'search',
      description: 'Searches the web with Google. Use it for what is current or not known to you.',
      async search(q) {
        const address = 'https://www.searchapi.io/api/v1/search'
        const headers = { authorization: `Bearer ${credential.searchApiKey}` }
        const query = { engine: 'google', q }
        return readSearchResults(
          await ports.paid({
            ...oneSearch('searchapi'),
            send: () => searchJson(ports.fetch, 'SearchApi', address, { query, headers }),
          }),
        )
      },
    }),
})
