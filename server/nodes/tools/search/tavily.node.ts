import { tavilyApi } from '#server/credentials/tavily-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { readList } from '#server/nodes/chat-models/read-settings.ts'
import { asList, pick, searchJson, searchTool } from './search-json.ts'

export const tavilyAPI = defineNode({
  name: 'tavilyAPI',
  label: 'Tavily API',
  version: 1.2,
  category: 'Tools',
  description: 'Searches the web with an engine built for language models.',
  icon: 'search',
  baseClasses: ['TavilyAPI', 'Tool', 'StructuredTool', 'Runnable'],
  credential: tavilyApi,
  sharedCredential: 'metered',

  inputs: {
    topic: {
      label: 'Topic',
      type: 'options',
      options: [
        { label: 'General', name: 'general' },
        { label: 'News', name: 'news' },
      ],
      default: 'general',
      optional: true,
      additionalParams: true,
    },
    searchDepth: {
      label: 'Search Depth',
      type: 'options',
      options: [
        { label: 'Basic', name: 'basic' },
        { label: 'Advanced', name: 'advanced' },
      ],
      default: 'basic',
      optional: true,
      additionalParams: true,
    },
    maxResults: {
      label: 'Max Results',
      type: 'number',
      default: 5,
      min: 1,
      max: 20,
      optional: true,
      additionalParams: true,
    },
    timeRange: {
      label: 'Time Range',
      type: 'options',
      options: [
        { label: 'Day', name: 'day' },
        { label: 'Week', name: 'week' },
        { label: 'Month', name: 'month' },
        { label: 'Year', name: 'year' },
      ],
      optional: true,
      additionalParams: true,
    },
    days: { label: 'Days', type: 'number', default: 7, optional: true, additionalParams: true },
    includeAnswer: {
      label: 'Include Answer',
      type: 'boolean',
      default: false,
      optional: true,
      additionalParams: true,
    },
    includeRawContent: {
      label: 'Include Raw Content',
      type: 'boolean',
      default: false,
      optional: true,
      additionalParams: true,
    },
    includeDomains: {
      label: 'Include Domains',
      type: 'string',
      description: 'Comma-separated.',
      optional: true,
      additionalParams: true,
    },
    excludeDomains: {
      label: 'Exclude Domains',
      type: 'string',
      description: 'Comma-separated.',
      optional: true,
      additionalParams: true,
    },
  },

  build: ({ inputs, credential, ports }) =>
    searchTool({
      name: 'tavily_search',
      description: 'Searches the web. Use it for what is current or not known to you.',
      async search(query) {
        const body = {
          query,
          topic: inputs.topic ?? 'general',
          search_depth: inputs.searchDepth ?? 'basic',
          max_results: inputs.maxResults ?? 5,
          ...(inputs.timeRange && { time_range: inputs.timeRange }),
          ...(inputs.topic === 'news' && inputs.days && { days: inputs.days }),
          include_answer: inputs.includeAnswer ?? false,
          include_raw_content: inputs.includeRawContent ?? false,
          ...(inputs.includeDomains && { include_domains: domainsIn(inputs.includeDomains) }),
          ...(inputs.excludeDomains && { exclude_domains: domainsIn(inputs.excludeDomains) }),
        }
        const headers = { authorization: `Bearer ${credential.tavilyApiKey}` }
        const found = await ports.paid({
          provider: 'tavily',
          model: 'search-credit',
          max: creditsOf(inputs.searchDepth),
          send: () =>
            searchJson(ports.fetch, 'Tavily', 'https://api.tavily.com/search', {
              headers,
              body,
            }),
        })
        const names = { title: 'title', url: 'url', content: 'content', raw: 'raw_content' }
        const rows: Json = pick(asList(found.results), names)
        return found.answer ? { answer: found.answer, results: rows } : rows
      },
    }),
})

const domainsIn = (text: string) => readList(text) ?? []

const creditsOf = (depth: string | undefined) => (depth === 'advanced' ? 2 : 1)
