import { serperApi } from '#server/credentials/serper-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { readSearchResults } from './read-search-results.ts'
import { oneSearch, searchJson, searchTool } from './search-json.ts'

export const serper = defineNode({
  name: 'serper',
  label: 'Serper',
  version: 1,
  category: 'Tools',
  description: 'Searches Google through Serper.',
  icon: 'search',
  baseClasses: ['Serper', 'Tool', 'StructuredTool', 'Runnable'],
  credential: serperApi,
  sharedCredential: 'metered',
  inputs: {},

  build: ({ credential, ports }) =>
    searchTool({
      name: 'serper',
      description: 'Searches the web with Google. Use it for what is current or not known to you.',
      async search(q) {
        const headers = { 'X-API-KEY': credential.serperApiKey }
        return readSearchResults(
          await ports.paid({
            ...oneSearch('serper'),
            send: () =>
              searchJson(ports.fetch, 'Serper', 'https://google.serper.dev/search', {
                headers,
                body: { q },
              }),
          }),
        )
      },
    }),
})
