import { defineCredential } from '#server/engine/define-node.ts'

export const azureOpenAIApi = defineCredential({
  name: 'azureOpenAIApi',
  label: 'Azure OpenAI API',
  version: 2,
  description: 'An OpenAI deployment in your Azure account.',
  inputs: {
    azureOpenAIApiKey: { label: 'Azure OpenAI API Key', type: 'password' },
    azureOpenAIApiInstanceName: {
      label: 'Azure OpenAI API Instance Name',
      type: 'string',
      description: 'The part of the URL before .openai.azure.com.',
      placeholder: 'my-instance',
    },
    azureOpenAIApiDeploymentName: {
      label: 'Azure OpenAI API Deployment Name',
      type: 'string',
      placeholder: 'my-deployment',
    },
    azureOpenAIApiVersion: {
      label: 'Azure OpenAI API Version',
      type: 'string',
      placeholder: '2024-10-21',
    },
    basePath: {
      label: 'Base URL',
      type: 'string',
      description: 'Only for a compatible server. Leave empty for Azure.',
      optional: true,
      additionalParams: true,
    },
  },
})
