import { defineCredential } from '#server/engine/define-node.ts'

export const deepseekApi = defineCredential({
  name: 'deepseekApi',
  label: 'DeepSeek API',
  version: 1,
  description: 'A key from platform.deepseek.com.',
  inputs: {
    deepseekApiKey: { label: 'DeepSeek API Key', type: 'password' },
  },
})
