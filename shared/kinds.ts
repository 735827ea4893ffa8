/** What travels through a port. The first base class that names a kind wins; an unknown class is `any`, never an error. */
export const kinds = {
  model: ['BaseChatModel', 'BaseLanguageModel', 'BaseLLM', 'BaseChatModel_LlamaIndex'],
  memory: ['BaseChatMemory', 'BaseMemory', 'BaseCheckpointSaver'],
  prompt: ['BasePromptTemplate', 'BaseMessagePromptTemplate', 'ChatPromptTemplate', 'PromptTemplate'],
  tool: ['Tool', 'StructuredTool', 'ToolInterface'],
  retriever: ['BaseRetriever', 'VectorStore', 'VectorStoreRetriever', 'VectorIndexRetriever'],
  document: ['Document', 'TextSplitter', 'BaseDocumentLoader'],
  embeddings: ['Embeddings', 'BaseEmbedding_LlamaIndex'],
  agent: [
    'AgentExecutor',
    'BaseChain',
    'Sequential',
    'Agentflow',
    'Supervisor',
    'Worker',
    'BaseQueryEngine',
    'START',
    'Agent',
    'LLMNode',
    'ToolNode',
    'Condition',
    'ConditionAgent',
  ],
  value: ['string', 'number', 'boolean', 'json', 'file'],
  any: [],
} as const satisfies Record<string, readonly string[]>

export type Kind = keyof typeof kinds

const all = Object.entries(kinds) as [Kind, readonly string[]][]

export function kindOf(baseClasses: readonly string[]): Kind {
  return all.find(([, names]) => baseClasses.some((name) => names.includes(name)))?.[0] ?? 'any'
}
