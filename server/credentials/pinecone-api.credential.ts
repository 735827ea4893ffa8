import { defineCredential } from '#server/engine/define-node.ts'

export const pineconeApi = defineCredential({
  name: 'pineconeApi',
  label: 'Pinecone API',
  version: 1,
  description: 'A key of a Pinecone project.',
  inputs: {
    pineconeApiKey: { label: 'Pinecone Api Key', type: 'password' },
  },
})
