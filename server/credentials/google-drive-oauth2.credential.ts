import { defineCredential } from '#server/engine/define-node.ts'

export const googleDriveOAuth2 = defineCredential({
  name: 'googleDriveOAuth2',
  label: 'Google Drive OAuth2',
  version: 1,
  description: 'An OAuth client of a Google Cloud project, and a refresh token for drive.readonly.',
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
