import type { Document, Retriever, Tool } from '#server/engine/handles.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import { oneText, textOf } from '#server/nodes/tools/one-text.ts'
import { toToolName } from '#server/nodes/tools/tool-name.ts'
import { AppError } from '#shared/errors.ts'
import { readConfig, storedRows } from './step-inputs.ts'

export type Knowledge = {
  name: string
  description: string
  returnsDocuments: boolean
  retriever: Retriever
}

type Fields = { stores: string; vectors: string }

/** Vector stores with their embeddings, as the rows of a step choose them. */
export async function openKnowledge(
  step: StepScope,
  { stores, vectors }: Fields,
  label: string,
): Promise<Knowledge[]> {
  if (storedRows(step, stores).some(({ documentStore }) => documentStore)) {
    throw new AppError('INVALID_FLOW', `${label}: this server has no document stores yet.`)
  }
  const rows = storedRows(step, vectors).filter(({ vectorStore }) => vectorStore)
  return Promise.all(
    rows.map(async (row, index): Promise<Knowledge> => {
      const name = String(row.vectorStore)
      const embeddings = await step.open(
        `embeddings${index}`,
        String(row.embeddingModel ?? ''),
        readConfig(row.embeddingModelConfig),
      )
      const retriever = await step.open(`store${index}`, name, readConfig(row.vectorStoreConfig), {
        handles: { embeddings },
        output: 'retriever',
      })
      if (!isRetriever(retriever)) {
        throw new AppError('INVALID_FLOW', `${label}: ${name} is not a vector store.`)
      }
      return {
        name: String(step.interpolate(row.knowledgeName ?? '')) || name,
        description: String(step.interpolate(row.knowledgeDescription ?? '')),
        returnsDocuments: String(row.returnSourceDocuments) === 'true',
        retriever,
      }
    }),
  )
}

export function retrieverToolOf({ name, description, returnsDocuments, retriever }: Knowledge): Tool {
  return {
    name: toToolName(name),
    description: description || `Searches ${name}.`,
    parameters: oneText('What to look for, as a whole question or in keywords'),
    effect: 'read',
    async call(args) {
      const documents = await retriever.retrieve(textOf(args))
      return {
        text: joinDocuments(documents) || 'Nothing was found.',
        ...(returnsDocuments && { sourceDocuments: documents }),
      }
    },
  }
}

export function joinDocuments(documents: readonly Document[]): string {
  return documents.map(({ pageContent }) => pageContent).join('\n\n')
}

function isRetriever(handle: unknown): handle is Retriever {
  return typeof handle === 'object' && handle !== null && 'retrieve' in handle
}

/** Document stores and vector stores an author can choose from. */
export const documentStoreRows = {
  type: 'array',
  label: 'Knowledge (Document Stores)',
  optional: true,
  array: [
    { name: 'documentStore', label: 'Document Store', type: 'asyncOptions', loadMethod: 'listStores' },
    { name: 'docStoreDescription', label: 'Describe Knowledge', type: 'string', rows: 4, optional: true },
    {
      name: 'returnSourceDocuments',
      label: 'Return Source Documents',
      type: 'boolean',
      default: false,
      optional: true,
    },
  ],
} as const

export const vectorStoreRows = {
  type: 'array',
  label: 'Knowledge (Vector Embeddings)',
  optional: true,
  acceptVariable: true,
  array: [
    {
      name: 'vectorStore',
      label: 'Vector Store',
      type: 'asyncOptions',
      loadMethod: 'listVectorStores',
      loadConfig: true,
    },
    {
      name: 'embeddingModel',
      label: 'Embedding Model',
      type: 'asyncOptions',
      loadMethod: 'listEmbeddings',
      loadConfig: true,
    },
    { name: 'knowledgeName', label: 'Knowledge Name', type: 'string' },
    {
      name: 'knowledgeDescription',
      label: 'Describe Knowledge',
      type: 'string',
      rows: 4,
      acceptVariable: true,
    },
    {
      name: 'returnSourceDocuments',
      label: 'Return Source Documents',
      type: 'boolean',
      default: false,
      optional: true,
    },
  ],
} as const
