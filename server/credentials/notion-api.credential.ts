import { defineCredential } from '#server/engine/define-node.ts'

export const notionApi = defineCredential({
  name: 'notionApi',
  label: 'Notion API',
  version: 1,
  description: 'The secret of a Notion integration that may read your pages.',
  inputs: {
    notionApiKey: { label: 'Notion API Key', type: 'password' },
  },
})
