import { defineCredential } from '#server/engine/define-node.ts'

export const langsmithApi = defineCredential({
  name: 'langsmithApi',
  label: 'LangSmith API',
  version: 1,
  description: 'A key from smith.langchain.com, which receives the traces.',
  inputs: {
    langSmithApiKey: { label: 'API Key', type: 'password' },
    langSmithEndpoint: { label: 'Endpoint', type: 'string', default: 'https://api.smith.langchain.com' },
  },
})
