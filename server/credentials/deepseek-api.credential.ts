import { defineCredential } from '#server/engine/define-node.ts'

export const deepseekApi = defineCredential({
  name: 'deepseekApi',
  label: 'DeepseekAI API',
  version: 1,
  description: 'A key from platform.deepseek.com.',
  inputs: {
    deepseekApiKey: { label: 'DeepseekAI API Key', type: 'password' },
  },
})
