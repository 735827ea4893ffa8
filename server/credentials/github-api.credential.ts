import { defineCredential } from '#server/engine/define-node.ts'

export const githubApi = defineCredential({
  name: 'githubApi',
  label: 'GitHub API',
  version: 1,
  description: 'A token from github.com/settings/tokens. Not needed for public repositories.',
  inputs: {
    accessToken: { label: 'Access Token', type: 'password', placeholder: 'ghp_…' },
  },
})
