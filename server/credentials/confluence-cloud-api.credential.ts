import { defineCredential } from '#server/engine/define-node.ts'

export const confluenceCloudApi = defineCredential({
  name: 'confluenceCloudApi',
  label: 'Confluence Cloud API',
  version: 1,
  description: 'An API token from id.atlassian.com and the email address you sign in with.',
  inputs: {
    accessToken: { label: 'Access Token', type: 'password' },
    username: { label: 'Username', type: 'string', placeholder: 'ada@example.com' },
  },
})
