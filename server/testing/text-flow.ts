import { referenceTo } from '#shared/flow-file.ts'
import { buildFlow } from './conversation-flow.ts'

/** A flow that answers from these texts, one chunk each, in an index of its own. Its file as text. */
export function aTextFlow(texts: readonly string[]): string {
  const nodes = [
    { name: 'flowtillDemoModel' },
    { name: 'flowtillEmbeddings' },
    { name: 'characterTextSplitter', inputs: { separator: '\n', chunkSize: 60, chunkOverlap: 0 } },
    {
      name: 'plainText',
      inputs: { text: texts.join('\n'), textSplitter: referenceTo('characterTextSplitter_0') },
    },
    {
      name: 'flowtillIndex',
      inputs: { document: [referenceTo('plainText_0')], embeddings: referenceTo('flowtillEmbeddings_0') },
    },
    {
      name: 'conversationalRetrievalQAChain',
      inputs: {
        model: referenceTo('flowtillDemoModel_0'),
        vectorStoreRetriever: referenceTo('flowtillIndex_0'),
      },
    },
  ]
  return JSON.stringify(buildFlow(nodes))
}
