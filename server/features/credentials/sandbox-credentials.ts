/** Placeholder for the URL of the sandbox model server, whose port changes with every start. */
export const SANDBOX_ADDRESS = 'sandbox:'

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
