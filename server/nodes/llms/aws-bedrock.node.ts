import { awsApi } from '#server/credentials/aws-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { awsKey, awsRegions, bedrockAddress } from '#server/nodes/chat-models/aws-address.ts'
import { knownModels, toChoices } from '#server/nodes/chat-models/choices.ts'
import { cache, maxTokens, temperature } from '#server/nodes/chat-models/common-inputs.ts'

export const awsBedrock = defineNode({
  name: 'awsBedrock',
  label: 'AWS Bedrock',
  version: 4,
  category: 'LLMs',
  description: 'Text completion model in your AWS account.',
  icon: 'model',
  baseClasses: ['AWSBedrock', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  badge: 'DEPRECATING',
  credential: awsApi,

  inputs: {
    cache,
    region: { label: 'Region', type: 'asyncOptions', loadMethod: 'listRegions', default: 'us-east-1' },
    model: { label: 'Model Name', type: 'asyncOptions', loadMethod: 'listModels' },
    customModel: {
      label: 'Custom Model Name',
      type: 'string',
      description: 'Overrides the model above: the ID of a model or an inference profile.',
      optional: true,
    },
    temperature: { ...temperature, default: 0.7, additionalParams: true },
    max_tokens_to_sample: { ...maxTokens, default: 200 },
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
      },
      inputs.cache,
    ),

  loadMethods: {
    listRegions: async () => toChoices(awsRegions),
    listModels: async () => toChoices(knownModels.bedrock),
  },
})
