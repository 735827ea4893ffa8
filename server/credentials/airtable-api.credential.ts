import { defineCredential } from '#server/engine/define-node.ts'

export const airtableApi = defineCredential({
  name: 'airtableApi',
  label: 'Airtable API',
  version: 1,
  description: 'A personal access token from airtable.com/create/tokens with read access to records.',
  inputs: {
    accessToken: { label: 'Access Token', type: 'password', placeholder: 'pat…' },
  },
})
