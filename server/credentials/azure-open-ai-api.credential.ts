import { defineCredential } from '#server/engine/define-node.ts'

export const azureOpenAIApi = defineCredential({
  name: 'azureOpenAIApi',
  label: 'Azure OpenAI API',
  version: 2,
  description: 'A deployment of an OpenAI model in Azure.',
  inputs: {
    azureOpenAIApiKey: { label: 'Azure OpenAI Api Key', type: 'password' },
    azureOpenAIApiInstanceName: {
      label: 'Azure OpenAI Api Instance Name',
      type: 'string',
      description: 'The first part of its address: <instance>.openai.azure.com.',
      placeholder: 'my-instance',
    },
    azureOpenAIApiDeploymentName: {
      label: 'Azure OpenAI Api Deployment Name',
      type: 'string',
      placeholder: 'my-deployment',
    },
    azureOpenAIApiVersion: {
      label: 'Azure OpenAI Api Version',
      type: 'string',
      placeholder: '2024-10-21',
    },
    basePath: {
      label: 'Base address',
      type: 'string',
      description: 'Only for a server that imitates Azure. Leave it empty for Azure itself.',
      optional: true,
      additionalParams: true,
    },
  },
})
