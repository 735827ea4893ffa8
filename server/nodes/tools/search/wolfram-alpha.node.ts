import { wolframAlphaAppId } from '#server/credentials/wolfram-alpha-app-id.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { callService } from '#server/nodes/call-service.ts'
import { searchTool } from './search-json.ts'

export const wolframAlpha = defineNode({
  name: 'wolframAlpha',
  label: 'WolframAlpha',
  version: 1,
  category: 'Tools',
  description: 'Answers questions about math, units, facts and figures.',
  icon: 'calculator',
  baseClasses: ['WolframAlpha', 'Tool', 'StructuredTool', 'Runnable'],
  credential: wolframAlphaAppId,
  inputs: {},

  build: ({ credential, ports }) =>
    searchTool({
      name: 'wolfram_alpha',
      description:
        'Answers questions of mathematics, science, units, dates and figures. Ask in short English phrases.',
      async search(input) {
        const url = new URL('https://www.wolframalpha.com/api/v1/llm-api')
        url.searchParams.set('input', input)
        const headers = { authorization: `Bearer ${credential.wolframAlphaAppId}` }
        // 501: WolframAlpha did not understand the query. The reply helps the model to rephrase it.
        const wolfram = { service: 'WolframAlpha', fetch: ports.fetch, accepts: [501] }
        const response = await callService(wolfram, url, { headers })
        return response.text()
      },
    }),
})
