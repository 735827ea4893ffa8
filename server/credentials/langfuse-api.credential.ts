import { defineCredential } from '#server/engine/define-node.ts'

export const langfuseApi = defineCredential({
  name: 'langfuseApi',
  label: 'Langfuse API',
  version: 1,
  description: 'The keys of a project at Langfuse, where traces of answers are sent.',
  inputs: {
    langFuseSecretKey: { label: 'Secret Key', type: 'password', placeholder: 'sk-lf-…' },
    langFusePublicKey: { label: 'Public Key', type: 'string', placeholder: 'pk-lf-…' },
    langFuseEndpoint: { label: 'Endpoint', type: 'string', default: 'https://cloud.langfuse.com' },
  },
})
