import { openRouterApi } from '#server/credentials/open-router-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import {
  allowImageUploads,
  cache,
  maxTokens,
  openAIInputs,
  streaming,
  temperature,
  topP,
} from './common-inputs.ts'
import { otherThan, readHeaders } from './read-settings.ts'

const usualUrl = 'https://openrouter.ai/api/v1'
const more = { optional: true, additionalParams: true } as const

export const chatOpenRouter = defineNode({
  name: 'chatOpenRouter',
  label: 'OpenRouter',
  version: 1,
  category: 'Chat Models',
  description: 'A model of nearly any provider, through one account at OpenRouter.',
  icon: 'model',
  baseClasses: ['ChatOpenRouter', 'BaseChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: openRouterApi,
  credentialOptional: true,

  inputs: {
    cache,
    modelName: { label: 'Model Name', type: 'string', placeholder: 'openai/gpt-4o-mini' },
    temperature,
    streaming,
    maxTokens,
    topP,
    frequencyPenalty: openAIInputs.frequencyPenalty,
    presencePenalty: openAIInputs.presencePenalty,
    timeout: openAIInputs.timeout,
    basepath: {
      label: 'BasePath',
      type: 'string',
      description: 'Address of another server with the same protocol. Needs a credential of your own.',
      default: usualUrl,
      ...more,
    },
    baseOptions: openAIInputs.baseOptions,
    allowImageUploads,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'openrouter',
        model: inputs.modelName,
        apiKey: credential?.openRouterApiKey,
        customBaseUrl: otherThan(usualUrl, inputs.basepath),
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        topP: inputs.topP,
        frequencyPenalty: inputs.frequencyPenalty,
        presencePenalty: inputs.presencePenalty,
        timeoutMs: inputs.timeout,
        streaming: inputs.streaming,
        sees: inputs.allowImageUploads,
        headers: readHeaders(inputs.baseOptions),
      },
      inputs.cache,
    ),
})
