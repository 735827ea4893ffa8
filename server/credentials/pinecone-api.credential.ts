import { defineCredential } from '#server/engine/define-node.ts'

export const pineconeApi = defineCredential({
  name: 'pineconeApi',
  label: 'Pinecone API',
  version: 1,
  description: 'A key from your Pinecone project.',
  inputs: {
    pineconeApiKey: { label: 'Pinecone API Key', type: 'password' },
  },
})
