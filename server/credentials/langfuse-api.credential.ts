import { defineCredential } from '#server/engine/define-node.ts'

export const langfuseApi = defineCredential({
  name: 'langfuseApi',
  label: 'Langfuse API',
  version: 1,
  description: 'The keys of the Langfuse project that receives the traces.',
  inputs: {
    langFuseSecretKey: { label: 'Secret Key', type: 'password', placeholder: 'sk-lf-…' },
    langFusePublicKey: { label: 'Public Key', type: 'string', placeholder: 'pk-lf-…' },
    langFuseEndpoint: { label: 'Endpoint', type: 'string', default: 'https://cloud.langfuse.com' },
  },
})
