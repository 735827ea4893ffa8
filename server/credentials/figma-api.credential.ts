import { defineCredential } from '#server/engine/define-node.ts'

export const figmaApi = defineCredential({
  name: 'figmaApi',
  label: 'Figma API',
  version: 1,
  description: 'A personal access token from the Figma settings, with read access to file content.',
  inputs: {
    accessToken: { label: 'Access Token', type: 'password', placeholder: '<FIGMA_ACCESS_TOKEN>' },
  },
})
