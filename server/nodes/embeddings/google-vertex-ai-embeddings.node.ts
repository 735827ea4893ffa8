import { googleVertexAuth } from '#server/credentials/google-vertex-auth.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'
import { projectIn } from '#server/nodes/chat-models/vertex-address.ts'
import { AppError } from '#shared/errors.ts'

export const googlevertexaiEmbeddings = defineNode({
  name: 'googlevertexaiEmbeddings',
  label: 'Google VertexAI Embedding',
  version: 2.1,
  category: 'Embeddings',
  description: 'Google Cloud embedding model, with a service account.',
  icon: 'embedding',
  baseClasses: ['GoogleVertexAIEmbeddings', 'Embeddings'],
  credential: googleVertexAuth,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'text-embedding-005',
    },
    region: {
      label: 'Region',
      type: 'asyncOptions',
      loadMethod: 'listRegions',
      description: 'Region of the model.',
      default: 'us-central1',
      optional: true,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.embeddings({
      provider: 'vertex',
      model: inputs.modelName,
      apiKey: credential.googleApplicationCredential,
      baseUrl: addressIn(inputs.region ?? 'us-central1', credential),
    }),

  loadMethods: {
    listModels: async () =>
      toChoices(['gemini-embedding-001', 'text-embedding-005', 'text-multilingual-embedding-002']),
    listRegions: async () =>
      toChoices([
        'us-central1',
        'us-east4',
        'us-west1',
        'europe-west1',
        'europe-west3',
        'europe-west4',
        'asia-northeast1',
        'asia-southeast1',
      ]),
  },
})

type Account = { googleApplicationCredential: string; projectID: string | undefined }

function addressIn(region: string, { googleApplicationCredential, projectID }: Account) {
  const project = projectID ?? projectIn(googleApplicationCredential)
  if (!/^[\w-]+$/.test(region) || !/^[\w.:-]+$/.test(project)) {
    throw new AppError('INVALID_FLOW', 'The region or the project of the Google credential is not valid.')
  }
  return `https://${region}-aiplatform.googleapis.com/v1/projects/${project}/locations/${region}/publishers/google`
}
