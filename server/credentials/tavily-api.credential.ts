import { defineCredential } from '#server/engine/define-node.ts'

export const tavilyApi = defineCredential({
  name: 'tavilyApi',
  label: 'Tavily API',
  version: 1,
  inputs: {
    tavilyApiKey: { label: 'Tavily API Key', type: 'password' },
  },
})
