import { defineCredential } from '#server/engine/define-node.ts'

export const googleVertexAuth = defineCredential({
  name: 'googleVertexAuth',
  label: 'Google Vertex Auth',
  version: 1,
  description: 'A Google Cloud service account with access to Vertex AI.',
  inputs: {
    googleApplicationCredential: {
      label: 'Google Credential JSON Object',
      type: 'password',
      description: 'The full content of the key file.',
    },
    projectID: {
      label: 'Project ID',
      type: 'string',
      description: 'Empty: the project in the key file.',
      optional: true,
    },
  },
})
