import { defineCredential } from '#server/engine/define-node.ts'

export const spiderApi = defineCredential({
  name: 'spiderApi',
  label: 'Spider API',
  version: 1,
  description: 'A key from spider.cloud.',
  inputs: {
    spiderApiKey: { label: 'Spider API Key', type: 'password' },
  },
})
