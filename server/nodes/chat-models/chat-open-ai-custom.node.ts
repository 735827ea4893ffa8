import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { basepath, cache, commonSettings, openAICompatibleInputs, openAIInputs } from './common-inputs.ts'
import { readHeaders } from './read-settings.ts'

export const chatOpenAICustom = defineNode({
  name: 'chatOpenAICustom',
  label: 'OpenAI Custom Model',
  version: 4,
  category: 'Chat Models',
  description: 'Your fine-tuned OpenAI model, or a model on an OpenAI-compatible server.',
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
    ...openAICompatibleInputs,
    basepath: {
      ...basepath,
      description: 'Base URL of a compatible server. Needs your own credential or none.',
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
        ...commonSettings(inputs),
        headers: readHeaders(inputs.baseOptions),
      },
      inputs.cache,
    ),
})
