import type { AnyCall } from '#server/engine/define-node.ts'
import type { Document, Retriever, Tool } from '#server/engine/handles.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import { oneText, textOf } from '#server/nodes/tools/one-text.ts'
import { toToolName } from '#server/nodes/tools/tool-name.ts'
import { AppError } from '#shared/errors.ts'
import { readConfig, storedRows } from './step-inputs.ts'

const DEFAULT_COUNT = 4

export type Knowledge = {
  name: string
  description: string
  returnsDocuments: boolean
  retriever: Retriever
}

type Outside = Pick<AnyCall, 'label' | 'signal'> & { ports: Pick<AnyCall['ports'], 'documentStore'> }
type Fields = { stores: string; vectors: string }

/** Vector stores with their embeddings, as the rows of a step choose them. */
export async function openKnowledge(
  step: StepScope,
  { stores, vectors }: Fields,
  { label, ports, signal }: Outside,
): Promise<Knowledge[]> {
  const chosen = storedRows(step, stores).filter(({ documentStore }) => documentStore)
  const ofStores = await Promise.all(chosen.map((row) => openStore(row, ports, signal)))
  const rows = storedRows(step, vectors).filter(({ vectorStore }) => vectorStore)
  const ofVectors = await Promise.all(
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
  return [...ofStores, ...ofVectors]
}

/** The value of a row is `<id>:<name>`. */
async function openStore(
  row: Readonly<Record<string, unknown>>,
  ports: Outside['ports'],
  signal: AbortSignal,
): Promise<Knowledge> {
  const [id = ''] = String(row.documentStore).split(':')
  const store = await ports.documentStore(id)
  return {
    name: store.name,
    description: String(row.docStoreDescription ?? ''),
    returnsDocuments: String(row.returnSourceDocuments) === 'true',
    retriever: {
      retrieve: async (question) =>
        (await store.search(question, { count: DEFAULT_COUNT, signal })).map(({ pageContent, metadata }) => ({
          pageContent,
          metadata,
        })),
    },
  }
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
