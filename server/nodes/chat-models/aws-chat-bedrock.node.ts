import { awsApi } from '#server/credentials/aws-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { awsKey, awsRegions, bedrockAddress } from './aws-address.ts'
import { knownModels, toChoices } from './choices.ts'
import { allowImageUploads, cache, maxTokens, streaming, temperature } from './common-inputs.ts'

export const awsChatBedrock = defineNode({
  name: 'awsChatBedrock',
  label: 'AWS Bedrock',
  version: 6.1,
  category: 'Chat Models',
  description: 'Chat model in your AWS account.',
  icon: 'model',
  baseClasses: ['AWSChatBedrock', 'ChatBedrockConverse', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: awsApi,

  inputs: {
    cache,
    region: { label: 'Region', type: 'asyncOptions', loadMethod: 'listRegions', default: 'us-east-1' },
    model: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'anthropic.claude-3-haiku-20240307-v1:0',
    },
    customModel: {
      label: 'Custom Model Name',
      type: 'string',
      description: 'Overrides the model above: the ID of a model or an inference profile.',
      optional: true,
    },
    streaming,
    temperature: { ...temperature, default: 0.7, additionalParams: true },
    max_tokens_to_sample: { ...maxTokens, default: 200 },
    allowImageUploads,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'bedrock',
        model: inputs.customModel ?? inputs.model,
        apiKey: awsKey(credential),
        baseUrl: bedrockAddress(inputs.region),
        temperature: inputs.temperature,
        maxOutputTokens: inputs.max_tokens_to_sample,
        streaming: inputs.streaming,
        sees: inputs.allowImageUploads,
      },
      inputs.cache,
    ),

  loadMethods: {
    listRegions: async () => toChoices(awsRegions),
    // The list is fixed, because listing models needs another AWS permission.
    listModels: async () => toChoices(knownModels.bedrock),
  },
})
