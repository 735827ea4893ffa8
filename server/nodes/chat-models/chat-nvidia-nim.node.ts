import { nvidiaNIMApi } from '#server/credentials/nvidia-nim-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache, commonSettings, openAICompatibleInputs, openAIInputs } from './common-inputs.ts'
import { otherThan, readHeaders } from './read-settings.ts'

const usualUrl = 'https://integrate.api.nvidia.com/v1'

export const chatNvidiaNIM = defineNode({
  name: 'chatNvidiaNIM',
  label: 'NVIDIA NIM',
  version: 1.1,
  category: 'Chat Models',
  description: 'Model served by NVIDIA NIM, in the cloud or on your own server.',
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
    ...openAICompatibleInputs,
    baseOptions: openAIInputs.baseOptions,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'nvidia',
        model: inputs.modelName,
        apiKey: credential?.nvidiaNIMApiKey,
        customBaseUrl: otherThan(usualUrl, inputs.basePath),
        ...commonSettings(inputs),
        headers: readHeaders(inputs.baseOptions),
      },
      inputs.cache,
    ),
})
