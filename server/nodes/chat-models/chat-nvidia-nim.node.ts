import { nvidiaNIMApi } from '#server/credentials/nvidia-nim-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache, maxTokens, openAIInputs, streaming, temperature, topP } from './common-inputs.ts'
import { otherThan, readHeaders } from './read-settings.ts'

const usualUrl = 'https://integrate.api.nvidia.com/v1'

export const chatNvidiaNIM = defineNode({
  name: 'chatNvidiaNIM',
  label: 'Nvidia NIM',
  version: 1.1,
  category: 'Chat Models',
  description: 'A model that NVIDIA NIM serves, at NVIDIA or on a machine of your own.',
  icon: 'model',
  baseClasses: [
    'ChatNvidiaNIM',
    'ChatOpenAI',
    'BaseChatOpenAI',
    'BaseChatModel',
    'BaseLanguageModel',
    'Runnable',
  ],
  credential: nvidiaNIMApi,
  credentialOptional: true,

  inputs: {
    cache,
    modelName: { label: 'Model Name', type: 'string', placeholder: 'meta/llama-3.3-70b-instruct' },
    basePath: { label: 'Base Path', type: 'string', placeholder: usualUrl },
    temperature,
    streaming,
    maxTokens,
    topP,
    frequencyPenalty: openAIInputs.frequencyPenalty,
    presencePenalty: openAIInputs.presencePenalty,
    timeout: openAIInputs.timeout,
    baseOptions: openAIInputs.baseOptions,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'nvidia',
        model: inputs.modelName,
        apiKey: credential?.nvidiaNIMApiKey,
        customBaseUrl: otherThan(usualUrl, inputs.basePath),
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
