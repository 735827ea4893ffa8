import { openRouterApi } from '#server/credentials/open-router-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import {
  allowImageUploads,
  basepath,
  cache,
  commonSettings,
  openAICompatibleInputs,
  openAIInputs,
} from './common-inputs.ts'
import { otherThan, readHeaders } from './read-settings.ts'

const usualUrl = 'https://openrouter.ai/api/v1'

export const chatOpenRouter = defineNode({
  name: 'chatOpenRouter',
  label: 'OpenRouter',
  version: 1,
  category: 'Chat Models',
  description: 'Models from many providers with one OpenRouter account.',
  icon: 'model',
  baseClasses: ['ChatOpenRouter', 'BaseChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: openRouterApi,
  credentialOptional: true,

  inputs: {
    cache,
    modelName: { label: 'Model Name', type: 'string', placeholder: 'openai/gpt-4o-mini' },
    ...openAICompatibleInputs,
    basepath: { ...basepath, default: usualUrl },
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
        ...commonSettings(inputs),
        sees: inputs.allowImageUploads,
        headers: readHeaders(inputs.baseOptions),
      },
      inputs.cache,
    ),
})
