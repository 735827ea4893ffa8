import { braveSearchApi } from '#server/credentials/brave-search-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { asList, asObject, oneSearch, pick, searchJson, searchTool } from './search-json.ts'

export const braveSearchAPI = defineNode({
  name: 'braveSearchAPI',
  label: 'BraveSearch API',
  version: 1,
  category: 'Tools',
  description: 'Searches the web with Brave.',
  icon: 'search',
  baseClasses: ['BraveSearchAPI', 'Tool', 'StructuredTool', 'Runnable'],
  credential: braveSearchApi,
  sharedCredential: 'metered',
  inputs: {},

  build: ({ credential, ports }) =>
    searchTool({
      name: 'brave-search',
      description: 'Searches the web. Use it for what is current or not known to you.',
      async search(q) {
        const found = await ports.paid({
          ...oneSearch('brave'),
          send: () =>
            searchJson(ports.fetch, 'Brave Search', 'https://api.search.brave.com/res/v1/web/search', {
              query: { q },
              headers: { 'X-Subscription-Token': credential.braveApiKey },
            }),
        })
        const results = asList(asObject(found.web)?.results)
        return pick(results, { title: 'title', link: 'url', snippet: 'description' })
      },
    }),
})
