import { sambanovaApi } from '#server/credentials/sambanova-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache, openAIInputs, streaming, temperature } from './common-inputs.ts'
import { otherThan, readHeaders } from './read-settings.ts'

const usualUrl = 'https://api.sambanova.ai/v1'

export const chatSambanova = defineNode({
  name: 'chatSambanova',
  label: 'SambaNova',
  version: 1,
  category: 'Chat Models',
  description: 'Fast open model on SambaNova hardware.',
  icon: 'model',
  baseClasses: [
    'ChatSambanova',
    'ChatOpenAI',
    'BaseChatOpenAI',
    'BaseChatModel',
    'BaseLanguageModel',
    'Runnable',
  ],
  credential: sambanovaApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model',
      type: 'string',
      default: 'Meta-Llama-3.3-70B-Instruct',
      placeholder: 'Meta-Llama-3.3-70B-Instruct',
    },
    temperature,
    streaming: { ...streaming, additionalParams: false },
    basepath: {
      label: 'BasePath',
      type: 'string',
      description: 'Another base URL of SambaNova. Needs your own credential.',
      default: usualUrl,
      optional: true,
      additionalParams: true,
    },
    baseOptions: openAIInputs.baseOptions,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'sambanova',
        model: inputs.modelName,
        apiKey: credential.sambanovaApiKey,
        customBaseUrl: misspelt(otherThan(usualUrl, inputs.basepath)),
        temperature: inputs.temperature,
        streaming: inputs.streaming,
        headers: readHeaders(inputs.baseOptions),
      },
      inputs.cache,
    ),
})

/** Flowise writes this default into its files. */
function misspelt(address: string | undefined) {
  return address === 'htps://api.sambanova.ai/v1' ? undefined : address
}
