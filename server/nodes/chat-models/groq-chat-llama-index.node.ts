import { groqApi } from '#server/credentials/groq-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { askForModels } from './ask-for-models.ts'
import { knownModels } from './choices.ts'
import { maxTokens, temperature } from './common-inputs.ts'

const provider = 'groq'

export const chatGroq_LlamaIndex = defineNode({
  name: 'chatGroq_LlamaIndex',
  label: 'ChatGroq',
  version: 1,
  category: 'Chat Models',
  description: 'Fast open model on Groq hardware, for LlamaIndex engines.',
  icon: 'model',
  baseClasses: ['ChatGroq', 'BaseChatModel_LlamaIndex', 'ToolCallLLM', 'BaseLLM'],
  tags: ['LlamaIndex'],
  badge: 'DEPRECATING',
  credential: groqApi,
  credentialOptional: true,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      placeholder: 'openai/gpt-oss-120b',
    },
    temperature,
    maxTokens,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel({
      provider,
      model: inputs.modelName,
      apiKey: credential?.groqApiKey,
      temperature: inputs.temperature,
      maxOutputTokens: inputs.maxTokens,
    }),

  loadMethods: {
    listModels: askForModels(
      provider,
      knownModels.groq,
      ({ groqApiKey }: { groqApiKey: string }) => groqApiKey,
    ),
  },
})
