import { defineCredential } from '#server/engine/define-node.ts'

export const notionApi = defineCredential({
  name: 'notionApi',
  label: 'Notion API',
  version: 1,
  description:
    'The token of an integration from notion.so/my-integrations. Share the pages to read with this integration.',
  inputs: {
    notionIntegrationToken: { label: 'Notion Integration Token', type: 'password', placeholder: 'ntn_…' },
  },
})
