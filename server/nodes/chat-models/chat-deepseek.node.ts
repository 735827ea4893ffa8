import { deepseekApi } from '#server/credentials/deepseek-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { knownModels, toChoices } from './choices.ts'
import { cache, maxTokens, openAIInputs, streaming, temperature, topP } from './common-inputs.ts'
import { readHeaders, readList } from './read-settings.ts'

const provider = 'deepseek'

export const chatDeepseek = defineNode({
  name: 'chatDeepseek',
  label: 'Deepseek',
  version: 1,
  category: 'Chat Models',
  description: 'A chat model of DeepSeek.',
  icon: 'model',
  baseClasses: ['chatDeepseek', 'BaseChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: deepseekApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'deepseek-chat',
    },
    temperature: { ...temperature, default: 0.7 },
    streaming,
    maxTokens,
    topP,
    frequencyPenalty: openAIInputs.frequencyPenalty,
    presencePenalty: openAIInputs.presencePenalty,
    timeout: openAIInputs.timeout,
    stopSequence: {
      label: 'Stop Sequence',
      type: 'string',
      description: 'Texts at which it stops writing, with commas between them.',
      rows: 4,
      optional: true,
      additionalParams: true,
    },
    baseOptions: {
      ...openAIInputs.baseOptions,
      label: 'Base Options',
      description: 'Further request headers, as "defaultHeaders".',
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider,
        model: inputs.modelName,
        apiKey: credential.deepseekApiKey,
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        topP: inputs.topP,
        frequencyPenalty: inputs.frequencyPenalty,
        presencePenalty: inputs.presencePenalty,
        stopSequences: readList(inputs.stopSequence),
        timeoutMs: inputs.timeout,
        streaming: inputs.streaming,
        headers: readHeaders(defaultHeadersOf(inputs.baseOptions)),
      },
      inputs.cache,
    ),

  loadMethods: {
    async listModels({ credential, ports }) {
      return toChoices(
        credential
          ? await ports.listModels({ provider, apiKey: credential.deepseekApiKey })
          : knownModels.deepseek,
      )
    },
  },
})

/** This node's files keep options of OpenAI's library here, not headers alone. */
function defaultHeadersOf(options: Json | undefined): Json | undefined {
  const isObject = typeof options === 'object' && options !== null && !Array.isArray(options)
  return isObject ? options.defaultHeaders : undefined
}
