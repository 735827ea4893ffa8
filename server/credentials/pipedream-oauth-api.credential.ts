import { defineCredential } from '#server/engine/define-node.ts'

export const pipedreamOAuthApi = defineCredential({
  name: 'pipedreamOAuthApi',
  label: 'Pipedream Connect',
  version: 1,
  description: 'An OAuth client of a Pipedream workspace and the project its accounts belong to.',
  inputs: {
    clientId: { label: 'Client ID', type: 'string' },
    clientSecret: { label: 'Client Secret', type: 'password' },
    projectId: { label: 'Project ID', type: 'string', placeholder: 'proj_…' },
    oauthScopes: {
      label: 'OAuth Scopes',
      type: 'string',
      placeholder: 'connect:*',
      description: 'Empty: all of the client.',
      optional: true,
    },
  },
})
