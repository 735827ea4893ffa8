import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache, maxTokens, openAIInputs, streaming, temperature, topP } from './common-inputs.ts'
import { readHeaders } from './read-settings.ts'

const more = { optional: true, additionalParams: true } as const

export const chatOpenAICustom = defineNode({
  name: 'chatOpenAICustom',
  label: 'OpenAI Custom Model',
  version: 4,
  category: 'Chat Models',
  description: 'A model you have trained at OpenAI, or one of a server that speaks its protocol.',
  icon: 'model',
  baseClasses: ['ChatOpenAI-Custom', 'BaseChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: openAIApi,
  credentialOptional: true,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'string',
      placeholder: 'ft:gpt-4o-mini-2024-07-18:my-team:my-name:id',
    },
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
      description:
        'Address of another server with the same protocol. Needs a credential of your own, or none.',
      ...more,
    },
    baseOptions: openAIInputs.baseOptions,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'openai',
        model: inputs.modelName,
        apiKey: credential?.openAIApiKey,
        baseUrl: credential?.basePath,
        customBaseUrl: inputs.basepath,
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        topP: inputs.topP,
        frequencyPenalty: inputs.frequencyPenalty,
        presencePenalty: inputs.presencePenalty,
        timeoutMs: inputs.timeout,
        streaming: inputs.streaming,
        headers: readHeaders(inputs.baseOptions),
      },
      inputs.cache,
    ),
})
