import { defineCredential } from '#server/engine/define-node.ts'

export const fireCrawlApi = defineCredential({
  name: 'fireCrawlApi',
  label: 'FireCrawl API',
  version: 1,
  description: 'A key from firecrawl.dev.',
  inputs: {
    firecrawlApiKey: { label: 'FireCrawl API', type: 'password' },
    firecrawlApiUrl: {
      label: 'FireCrawl API URL',
      type: 'string',
      description: 'Only for your own FireCrawl server.',
      default: 'https://api.firecrawl.dev',
      optional: true,
    },
  },
})
