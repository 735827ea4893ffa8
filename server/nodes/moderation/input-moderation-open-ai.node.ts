import { z } from 'zod'
import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
import { moderationErrorMessage } from './common-inputs.ts'

const usualUrl = 'https://api.openai.com/v1'
const answerSchema = z.object({ results: z.array(z.object({ flagged: z.boolean() })).min(1) })

export const inputModerationOpenAI = defineNode({
  name: 'inputModerationOpenAI',
  label: 'OpenAI Moderation',
  version: 1,
  category: 'Moderation',
  description: 'Asks OpenAI whether a question is harmful, and stops it if so.',
  icon: 'shield',
  baseClasses: ['Moderation'],
  credential: openAIApi,
  // OpenAI asks nothing for it.
  sharedCredential: 'free',

  inputs: { moderationErrorMessage },

  build({ inputs, credential, ports, label }) {
    const { openAIApiKey: apiKey, basePath = usualUrl } = credential
    return {
      async refuse(text) {
        const response = await ports.fetch(`${basePath.replace(/\/+$/, '')}/moderations`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
          body: JSON.stringify({ model: 'omni-moderation-latest', input: text }),
        })
        // Nothing passes unread: who cannot be asked has not allowed it.
        if (!response.ok) {
          throw new AppError('UPSTREAM_FAILED', `${label}: OpenAI answered ${response.status}.`)
        }
        const answer = answerSchema.safeParse(await response.json().catch(() => undefined))
        if (!answer.success) {
          throw new AppError('UPSTREAM_FAILED', `${label}: OpenAI sent an answer that could not be read.`)
        }
        return answer.data.results.some(({ flagged }) => flagged)
          ? (inputs.moderationErrorMessage ?? moderationErrorMessage.default)
          : undefined
      },
    }
  },
})
