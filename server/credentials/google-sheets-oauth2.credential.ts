import { defineCredential } from '#server/engine/define-node.ts'

export const googleSheetsOAuth2 = defineCredential({
  name: 'googleSheetsOAuth2',
  label: 'Google Sheets OAuth2',
  version: 1,
  description:
    'An OAuth client of a Google Cloud project, and a refresh token for spreadsheets.readonly and drive.metadata.readonly.',
  inputs: {
    clientId: { label: 'Client ID', type: 'string' },
    clientSecret: { label: 'Client Secret', type: 'password' },
    refresh_token: {
      label: 'Refresh Token',
      type: 'password',
      description: 'From the OAuth 2.0 Playground of Google, with your own client.',
    },
  },
})
