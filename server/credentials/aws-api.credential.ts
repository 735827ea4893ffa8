import { defineCredential } from '#server/engine/define-node.ts'

export const awsApi = defineCredential({
  name: 'awsApi',
  label: 'AWS security credentials',
  version: 1,
  description: 'An access key of an AWS user or role.',
  inputs: {
    awsKey: { label: 'AWS Access Key', type: 'string', placeholder: 'AKIA…' },
    awsSecret: { label: 'AWS Secret Access Key', type: 'password' },
    awsSession: {
      label: 'AWS Session Key',
      type: 'password',
      description: 'Only for temporary keys.',
      optional: true,
    },
  },
})
