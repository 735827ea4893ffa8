import { googleCustomSearchApi } from '#server/credentials/google-custom-search-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { asList, oneSearch, pick, searchJson, searchTool } from './search-json.ts'

export const googleCustomSearch = defineNode({
  name: 'googleCustomSearch',
  label: 'Google Custom Search',
  version: 1,
  category: 'Tools',
  description: 'Searches the web with a Google Programmable Search Engine.',
  icon: 'search',
  baseClasses: ['GoogleCustomSearchAPI', 'Tool', 'StructuredTool', 'Runnable'],
  credential: googleCustomSearchApi,
  sharedCredential: 'metered',
  inputs: {},

  build: ({ credential, ports }) =>
    searchTool({
      name: 'google-custom-search',
      description: 'Searches the web with Google. Use it for what is current or not known to you.',
      async search(q) {
        const query = {
          key: credential.googleCustomSearchApiKey,
          cx: credential.googleCustomSearchApiId,
          q,
        }
        const found = await ports.paid({
          ...oneSearch('google-search'),
          send: () =>
            searchJson(ports.fetch, 'Google', 'https://www.googleapis.com/customsearch/v1', {
              query,
            }),
        })
        return pick(asList(found.items), { title: 'title', link: 'link', snippet: 'snippet' })
      },
    }),
})
