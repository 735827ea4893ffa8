import { defineCredential } from '#server/engine/define-node.ts'

export const wolframAlphaAppId = defineCredential({
  name: 'wolframAlphaAppId',
  label: 'WolframAlpha App ID',
  version: 1,
  inputs: {
    wolframAlphaAppId: { label: 'App ID', type: 'password' },
  },
})
