import { defineCredential } from '#server/engine/define-node.ts'

export const googleVertexAuth = defineCredential({
  name: 'googleVertexAuth',
  label: 'Google Vertex Auth',
  version: 1,
  description: 'A service account of Google Cloud that may use Vertex AI.',
  inputs: {
    googleApplicationCredential: {
      label: 'Google Credential JSON Object',
      type: 'password',
      description: 'The whole content of its key file.',
    },
    projectID: {
      label: 'Project ID',
      type: 'string',
      description: 'Left empty, the project the key file names.',
      optional: true,
    },
  },
})
