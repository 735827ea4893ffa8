import { cerebrasAIApi } from '#server/credentials/cerebras-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache, maxTokens, openAIInputs, streaming, temperature, topP } from './common-inputs.ts'
import { otherThan, readHeaders } from './read-settings.ts'

const usualUrl = 'https://api.cerebras.ai/v1'
const more = { optional: true, additionalParams: true } as const

export const chatCerebras = defineNode({
  name: 'chatCerebras',
  label: 'Cerebras',
  version: 2,
  category: 'Chat Models',
  description: 'An open model that answers very fast on the chips of Cerebras.',
  icon: 'model',
  baseClasses: ['ChatCerebras', 'BaseChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: cerebrasAIApi,
  credentialOptional: true,

  inputs: {
    cache,
    modelName: { label: 'Model Name', type: 'string', placeholder: 'gpt-oss-120b' },
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
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'cerebras',
        model: inputs.modelName,
        apiKey: credential?.cerebrasApiKey,
        customBaseUrl: otherThan(usualUrl, inputs.basepath),
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
