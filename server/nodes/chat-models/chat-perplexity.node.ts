import { perplexityApi } from '#server/credentials/perplexity-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { knownModels, toChoices } from './choices.ts'
import { cache, maxTokens, openAIInputs, streaming, temperature, topK, topP } from './common-inputs.ts'

export const chatPerplexity = defineNode({
  name: 'chatPerplexity',
  label: 'Perplexity',
  version: 0.1,
  category: 'Chat Models',
  description: 'Perplexity chat model. Searches the web before it answers.',
  icon: 'model',
  baseClasses: ['ChatPerplexity', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: perplexityApi,

  inputs: {
    cache,
    model: { label: 'Model Name', type: 'asyncOptions', loadMethod: 'listModels', default: 'sonar' },
    temperature: { ...temperature, default: 1 },
    maxTokens,
    topP: { ...topP, label: 'Top P' },
    topK,
    presencePenalty: openAIInputs.presencePenalty,
    frequencyPenalty: openAIInputs.frequencyPenalty,
    streaming,
    timeout: openAIInputs.timeout,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'perplexity',
        model: inputs.model,
        apiKey: credential.perplexityApiKey,
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        topP: inputs.topP,
        topK: inputs.topK,
        presencePenalty: inputs.presencePenalty,
        frequencyPenalty: inputs.frequencyPenalty,
        timeoutMs: inputs.timeout,
        streaming: inputs.streaming,
      },
      inputs.cache,
    ),

  loadMethods: {
    // Perplexity has no list to ask for.
    listModels: async () => toChoices(knownModels.perplexity),
  },
})
