/** Stands for the model server on our own port, which is another after every start. */
export const SANDBOX_ADDRESS = 'sandbox:'

/** Keys to our stand-ins, for everybody. */
export const sandboxCredentials = [
  { name: 'Sandbox OpenAI', credentialName: 'openAIApi', values: { openAIApiKey: 'sandbox-key' } },
  {
    name: 'Sandbox Azure OpenAI',
    credentialName: 'azureOpenAIApi',
    values: {
      azureOpenAIApiKey: 'sandbox-key',
      azureOpenAIApiInstanceName: 'sandbox',
      azureOpenAIApiDeploymentName: 'sandbox',
      azureOpenAIApiVersion: '2024-10-21',
    },
  },
]
