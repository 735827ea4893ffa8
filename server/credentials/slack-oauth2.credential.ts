import { defineCredential } from '#server/engine/define-node.ts'

export const slackOAuth2 = defineCredential({
  name: 'slackOAuth2',
  label: 'Slack OAuth2',
  version: 1,
  description: 'A user token of a Slack app with the scopes of its MCP server.',
  inputs: {
    accessToken: { label: 'Access Token', type: 'password', placeholder: 'xoxp-…' },
  },
})
