import { defineCredential } from '#server/engine/define-node.ts'

export const fireworksApi = defineCredential({
  name: 'fireworksApi',
  label: 'Fireworks API',
  version: 1,
  description: 'A key from fireworks.ai.',
  inputs: {
    fireworksApiKey: { label: 'Fireworks API Key', type: 'password' },
  },
})
