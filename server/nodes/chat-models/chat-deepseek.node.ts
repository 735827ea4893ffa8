import { deepseekApi } from '#server/credentials/deepseek-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { isRecord } from '#shared/json.ts'
import { listModels } from './choices.ts'
import {
  cache,
  commonSettings,
  openAICompatibleInputs,
  openAIInputs,
  stopSequence,
  temperature,
} from './common-inputs.ts'
import { readHeaders, readList } from './read-settings.ts'

const provider = 'deepseek'

export const chatDeepseek = defineNode({
  name: 'chatDeepseek',
  label: 'DeepSeek',
  version: 1,
  category: 'Chat Models',
  description: 'DeepSeek chat model.',
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
    ...openAICompatibleInputs,
    temperature: { ...temperature, default: 0.7 },
    stopSequence,
    baseOptions: {
      ...openAIInputs.baseOptions,
      label: 'Base Options',
      description: 'Additional request headers in "defaultHeaders".',
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider,
        model: inputs.modelName,
        apiKey: credential.deepseekApiKey,
        ...commonSettings(inputs),
        stopSequences: readList(inputs.stopSequence),
        headers: readHeaders(defaultHeadersOf(inputs.baseOptions)),
      },
      inputs.cache,
    ),

  loadMethods: {
    listModels: listModels('deepseek', 'deepseekApiKey'),
  },
})

/** Flow files of this node store options of the OpenAI library here. */
function defaultHeadersOf(options: Json | undefined): Json | undefined {
  return isRecord(options) ? options.defaultHeaders : undefined
}
