import { defineCredential } from '#server/engine/define-node.ts'

export const githubApi = defineCredential({
  name: 'githubApi',
  label: 'Github API',
  version: 1,
  description: 'A token from github.com/settings/tokens. Public repositories need none.',
  inputs: {
    accessToken: { label: 'Access Token', type: 'password', placeholder: 'ghp_…' },
  },
})
