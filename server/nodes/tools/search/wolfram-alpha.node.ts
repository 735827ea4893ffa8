import { wolframAlphaAppId } from '#server/credentials/wolfram-alpha-app-id.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
import { searchTool } from './search-json.ts'

export const wolframAlpha = defineNode({
  name: 'wolframAlpha',
  label: 'WolframAlpha',
  version: 1,
  category: 'Tools',
  description: 'Computes and knows: mathematics, units, facts and figures.',
  icon: 'calculator',
  baseClasses: ['WolframAlpha', 'Tool', 'StructuredTool', 'Runnable'],
  credential: wolframAlphaAppId,
  inputs: {},

  build: ({ credential, ports }) =>
    searchTool({
      name: 'wolfram_alpha',
      description:
        'Answers questions of mathematics, science, units, dates and figures. Ask in short English phrases.',
      async ask(input) {
        const url = new URL('https://www.wolframalpha.com/api/v1/llm-api')
        url.searchParams.set('input', input)
        const headers = { authorization: `Bearer ${credential.wolframAlphaAppId}` }
        const response = await ports.fetch(url, { headers })
        const text = await response.text()
        // 501: it did not understand; what it says then helps to ask otherwise.
        if (!response.ok && response.status !== 501) {
          throw new AppError('UPSTREAM_FAILED', `WolframAlpha answered with status ${response.status}.`)
        }
        return text
      },
    }),
})
