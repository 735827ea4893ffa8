import { awsApi } from '#server/credentials/aws-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'
import { AppError } from '#shared/errors.ts'
import { batchSize } from './common-inputs.ts'

export const awsBedrockEmbeddings = defineNode({
  name: 'AWSBedrockEmbeddings',
  label: 'AWS Bedrock Embedding',
  version: 5.1,
  category: 'Embeddings',
  description: 'Amazon Bedrock embedding model.',
  icon: 'embedding',
  baseClasses: ['AWSBedrockEmbeddings', 'Embeddings'],
  credential: awsApi,

  inputs: {
    region: { label: 'Region', type: 'asyncOptions', loadMethod: 'listRegions', default: 'us-east-1' },
    model: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'amazon.titan-embed-text-v2:0',
    },
    customModel: {
      label: 'Custom Model Name',
      type: 'string',
      description: 'Overrides the model above.',
      optional: true,
    },
    cohereInputType: {
      label: 'Cohere Input Type',
      type: 'options',
      description: 'For Cohere models: the purpose of the texts. Not needed for search.',
      options: [
        { label: 'search_document', name: 'search_document' },
        { label: 'search_query', name: 'search_query' },
        { label: 'classification', name: 'classification' },
        { label: 'clustering', name: 'clustering' },
      ],
      optional: true,
    },
    batchSize: { ...batchSize, default: 50 },
    maxRetries: {
      label: 'Max AWS API retries',
      type: 'number',
      description: 'No effect: every retry could be charged.',
      hidden: true,
      optional: true,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.embeddings({
      provider: 'bedrock',
      model: inputs.customModel ?? inputs.model,
      apiKey: [credential.awsKey, credential.awsSecret, credential.awsSession ?? ''].join('\n'),
      baseUrl: `https://bedrock-runtime.${regionName(inputs.region)}.amazonaws.com`,
      batchSize: inputs.batchSize,
      providerOptions: inputs.cohereInputType?.startsWith('cl')
        ? { input_type: inputs.cohereInputType }
        : undefined,
    }),

  loadMethods: {
    listRegions: async () =>
      toChoices([
        'us-east-1',
        'us-east-2',
        'us-west-2',
        'eu-central-1',
        'eu-west-1',
        'eu-west-3',
        'ap-northeast-1',
        'ap-southeast-2',
      ]),
    listModels: async () =>
      toChoices([
        'amazon.titan-embed-text-v2:0',
        'amazon.titan-embed-text-v1',
        'cohere.embed-english-v3',
        'cohere.embed-multilingual-v3',
      ]),
  },
})

function regionName(region: string) {
  if (!/^[a-z\d-]+$/.test(region)) {
    throw new AppError('INVALID_FLOW', `${region} is no region of AWS.`)
  }
  return region
}
