import { z } from 'zod'
import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { callService, readResponse } from '#server/nodes/call-service.ts'
import { moderationErrorMessage } from './common-inputs.ts'

const defaultUrl = 'https://api.openai.com/v1'
const answerSchema = z.object({ results: z.array(z.object({ flagged: z.boolean() })).min(1) })

export const inputModerationOpenAI = defineNode({
  name: 'inputModerationOpenAI',
  label: 'OpenAI Moderation',
  version: 1,
  category: 'Moderation',
  description: 'Blocks messages that OpenAI classifies as harmful.',
  icon: 'shield',
  baseClasses: ['Moderation'],
  credential: openAIApi,
  sharedCredential: 'free',

  inputs: { moderationErrorMessage },

  build({ inputs, credential, ports, label }) {
    const { openAIApiKey: apiKey, basePath = defaultUrl } = credential
    return {
      async refuse(text) {
        const service = `${label}: OpenAI`
        // A failed check rejects the text.
        const response = await callService(
          { service, fetch: ports.fetch },
          `${basePath.replace(/\/+$/, '')}/moderations`,
          {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
            body: JSON.stringify({ model: 'omni-moderation-latest', input: text }),
          },
        )
        const answer = await readResponse(service, response, answerSchema)
        return answer.results.some(({ flagged }) => flagged)
          ? (inputs.moderationErrorMessage ?? moderationErrorMessage.default)
          : undefined
      },
    }
  },
})
