import { defineCredential } from '#server/engine/define-node.ts'

export const nvidiaNIMApi = defineCredential({
  name: 'nvidiaNIMApi',
  label: 'NVIDIA NIM API',
  version: 1,
  description: 'A key from build.nvidia.com.',
  inputs: {
    nvidiaNIMApiKey: { label: 'NVIDIA NIM API Key', type: 'password' },
  },
})
