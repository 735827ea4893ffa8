import { cerebrasAIApi } from '#server/credentials/cerebras-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { basepath, cache, commonSettings, openAICompatibleInputs, openAIInputs } from './common-inputs.ts'
import { otherThan, readHeaders } from './read-settings.ts'

const usualUrl = 'https://api.cerebras.ai/v1'

export const chatCerebras = defineNode({
  name: 'chatCerebras',
  label: 'Cerebras',
  version: 2,
  category: 'Chat Models',
  description: 'Fast open model on Cerebras hardware.',
  icon: 'model',
  baseClasses: ['ChatCerebras', 'BaseChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: cerebrasAIApi,
  credentialOptional: true,

  inputs: {
    cache,
    modelName: { label: 'Model Name', type: 'string', placeholder: 'gpt-oss-120b' },
    ...openAICompatibleInputs,
    basepath: { ...basepath, default: usualUrl },
    baseOptions: openAIInputs.baseOptions,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'cerebras',
        model: inputs.modelName,
        apiKey: credential?.cerebrasApiKey,
        customBaseUrl: otherThan(usualUrl, inputs.basepath),
        ...commonSettings(inputs),
        headers: readHeaders(inputs.baseOptions),
      },
      inputs.cache,
    ),
})
