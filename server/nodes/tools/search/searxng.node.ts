import { defineNode } from '#server/engine/define-node.ts'
import { toToolName } from '#server/nodes/tools/tool-name.ts'
import { AppError } from '#shared/errors.ts'
import { asList, pick, searchJson, searchTool } from './search-json.ts'

export const searXNG = defineNode({
  name: 'searXNG',
  label: 'SearXNG',
  version: 3,
  category: 'Tools',
  description: 'Searches the web with your own SearXNG server.',
  icon: 'search',
  baseClasses: ['SearXNG', 'Tool', 'StructuredTool', 'Runnable'],

  inputs: {
    apiBase: { label: 'Base URL', type: 'string', default: 'http://localhost:8080' },
    toolName: { label: 'Tool Name', type: 'string', default: 'searxng-search' },
    toolDescription: {
      label: 'Tool Description',
      type: 'string',
      rows: 4,
      default:
        'Searches the web through several engines at once. Use it for what is current or not known to you.',
    },
    categories: { label: 'Categories', type: 'string', optional: true, additionalParams: true },
    engines: { label: 'Engines', type: 'string', optional: true, additionalParams: true },
    language: { label: 'Language', type: 'string', optional: true, additionalParams: true },
    pageno: { label: 'Page No.', type: 'number', optional: true, additionalParams: true },
    time_range: { label: 'Time Range', type: 'string', optional: true, additionalParams: true },
    safesearch: { label: 'Safe Search', type: 'number', optional: true, additionalParams: true },
  },

  build: ({ inputs, ports }) =>
    searchTool({
      name: toToolName(inputs.toolName),
      description: inputs.toolDescription,
      async search(q) {
        const { apiBase, categories, engines, language, pageno, time_range, safesearch } = inputs
        const query = { q, format: 'json', categories, engines, language, pageno, time_range, safesearch }
        const found = await searchJson(ports.fetch, 'SearXNG', addressOf(apiBase), { query })
        const rows = asList(found.results).slice(0, 10)
        return pick(rows, { title: 'title', link: 'url', snippet: 'content' })
      },
    }),
})

function addressOf(base: string) {
  const address = `${base.replace(/\/+$/, '')}/search`
  return URL.canParse(address) ? address : reject(base)
}

function reject(base: string): never {
  throw new AppError('INVALID_FLOW', `SearXNG: ${base} is not an address.`)
}
