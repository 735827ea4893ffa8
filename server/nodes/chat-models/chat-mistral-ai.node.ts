import { mistralAIApi } from '#server/credentials/mistral-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { listModels } from './choices.ts'
import { cache, maxTokens, streaming, temperature, topP } from './common-inputs.ts'
import { onlySet, otherThan } from './read-settings.ts'

const provider = 'mistral'
const defaultUrl = 'https://api.mistral.ai/v1'
const more = { optional: true, additionalParams: true } as const

export const chatMistralAI = defineNode({
  name: 'chatMistralAI',
  label: 'MistralAI',
  version: 4,
  category: 'Chat Models',
  description: 'Mistral AI chat model.',
  icon: 'model',
  baseClasses: ['ChatMistralAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: mistralAIApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'mistral-tiny',
    },
    temperature,
    streaming,
    maxOutputTokens: { ...maxTokens, label: 'Max Output Tokens' },
    topP,
    randomSeed: {
      label: 'Random Seed',
      type: 'number',
      description: 'The same seed gives the same answer to the same message, if the model supports it.',
      step: 1,
      min: 0,
      ...more,
    },
    safeMode: {
      label: 'Safe Mode',
      type: 'boolean',
      description: 'Add Mistral’s safety instructions to the conversation.',
      ...more,
    },
    overrideEndpoint: {
      label: 'Override Endpoint',
      type: 'string',
      description: 'Base URL of a compatible server. Needs your own credential.',
      ...more,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider,
        model: inputs.modelName,
        apiKey: credential.mistralAIAPIKey,
        customBaseUrl: otherThan(defaultUrl, inputs.overrideEndpoint && withVersion(inputs.overrideEndpoint)),
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxOutputTokens,
        topP: inputs.topP,
        streaming: inputs.streaming,
        providerOptions: onlySet({ random_seed: inputs.randomSeed, safe_prompt: inputs.safeMode }),
      },
      inputs.cache,
    ),

  loadMethods: {
    listModels: listModels('mistral', 'mistralAIAPIKey'),
  },
})

/** Flow files store this URL without the version, as Mistral's library expects it. */
function withVersion(address: string) {
  const base = address.trim().replace(/\/+$/, '')
  return /\/v\d+$/.test(base) ? base : `${base}/v1`
}
