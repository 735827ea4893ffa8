import { exaSearchApi } from '#server/credentials/exa-search-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { readList } from '#server/nodes/chat-models/read-settings.ts'
import { asList, asObject, type Found, pick, searchJson, searchTool } from './search-json.ts'

export const exaSearch = defineNode({
  name: 'exaSearch',
  label: 'Exa Search',
  version: 1.1,
  category: 'Tools',
  description: 'Searches the web by meaning and reads the results.',
  icon: 'search',
  baseClasses: ['ExaSearch', 'Tool', 'StructuredTool', 'Runnable'],
  credential: exaSearchApi,
  sharedCredential: 'metered',

  inputs: {
    description: {
      label: 'Tool Description',
      type: 'string',
      rows: 4,
      optional: true,
      additionalParams: true,
    },
    numResults: {
      label: 'Num of Results',
      type: 'number',
      default: 5,
      optional: true,
      additionalParams: true,
    },
    includeDomains: { label: 'Include Domains', type: 'string', optional: true, additionalParams: true },
    excludeDomains: { label: 'Exclude Domains', type: 'string', optional: true, additionalParams: true },
  },

  build: ({ inputs, credential, ports }) =>
    searchTool({
      name: 'exa_search',
      description: inputs.description ?? 'Searches the web by meaning. Ask in whole sentences.',
      async search(query) {
        const body = {
          query,
          numResults: Math.min(100, Math.max(1, Math.trunc(inputs.numResults ?? 5))),
          contents: { text: { maxCharacters: 2_000 } },
          ...(inputs.includeDomains && { includeDomains: readList(inputs.includeDomains) ?? [] }),
          ...(inputs.excludeDomains && { excludeDomains: readList(inputs.excludeDomains) ?? [] }),
        }
        const headers = { 'x-api-key': credential.exaSearchApiKey }
        const found = await ports.paid({
          provider: 'exa',
          model: 'search',
          max: maxOf(body.numResults),
          usedBy: costOf,
          send: () => searchJson(ports.fetch, 'Exa', 'https://api.exa.ai/search', { headers, body }),
        })
        return pick(asList(found.results), {
          title: 'title',
          url: 'url',
          text: 'text',
          date: 'publishedDate',
        })
      },
    }),
})

/** In thousandths of a dollar: 7 per search, 25 above 25 results, plus 1 per result text. */
function maxOf(results: number) {
  return (results > 25 ? 25 : 7) + results
}

function costOf({ costDollars }: Found) {
  const total = asObject(costDollars)?.total
  return typeof total === 'number' ? total * 1_000 : undefined
}
