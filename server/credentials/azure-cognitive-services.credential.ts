import { defineCredential } from '#server/engine/define-node.ts'

export const azureCognitiveServices = defineCredential({
  name: 'azureCognitiveServices',
  label: 'Azure Cognitive Services',
  version: 1,
  description: 'A Speech resource in your Azure account, for speech to text.',
  inputs: {
    azureSubscriptionKey: { label: 'Azure Subscription Key', type: 'password' },
    serviceRegion: { label: 'Service Region', type: 'string', placeholder: 'westeurope' },
    apiVersion: {
      label: 'API Version',
      type: 'string',
      placeholder: '2024-11-15',
      optional: true,
    },
  },
})
