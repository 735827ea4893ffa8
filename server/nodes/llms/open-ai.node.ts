import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { knownModels, toChoices } from '#server/nodes/chat-models/choices.ts'
import { cache, maxTokens, openAIInputs, temperature, topP } from '#server/nodes/chat-models/common-inputs.ts'

const more = { optional: true, additionalParams: true } as const

export const openAI = defineNode({
  name: 'openAI',
  label: 'OpenAI',
  version: 4,
  category: 'LLMs',
  description: 'OpenAI text completion model, or one on an OpenAI-compatible server.',
  icon: 'model',
  baseClasses: ['OpenAI', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  badge: 'DEPRECATING',
  credential: openAIApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'gpt-3.5-turbo-instruct',
    },
    temperature: { ...temperature, default: 0.7 },
    maxTokens,
    topP,
    frequencyPenalty: openAIInputs.frequencyPenalty,
    presencePenalty: openAIInputs.presencePenalty,
    timeout: openAIInputs.timeout,
    basepath: {
      label: 'BasePath',
      type: 'string',
      description: 'Base URL of a compatible server. Needs your own credential.',
      ...more,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'openai',
        model: inputs.modelName,
        apiKey: credential.openAIApiKey,
        baseUrl: credential.basePath,
        customBaseUrl: inputs.basepath,
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        topP: inputs.topP,
        frequencyPenalty: inputs.frequencyPenalty,
        presencePenalty: inputs.presencePenalty,
        timeoutMs: inputs.timeout,
      },
      inputs.cache,
    ),

  loadMethods: {
    // Its list of models does not say which of them write on a text.
    listModels: async () => toChoices(knownModels.completions),
  },
})
