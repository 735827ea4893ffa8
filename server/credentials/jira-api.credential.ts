import { defineCredential } from '#server/engine/define-node.ts'

export const jiraApi = defineCredential({
  name: 'jiraApi',
  label: 'Jira API',
  version: 1,
  description: 'An API token from id.atlassian.com and the email address you sign in with.',
  inputs: {
    username: { label: 'User Name', type: 'string', placeholder: 'ada@example.com' },
    accessToken: { label: 'Access Token', type: 'password' },
  },
})
