/** What travels through a port. The first base class that names a kind wins; an unknown class is `any`, never an error. */
export const kinds = {
  model: ['BaseChatModel', 'BaseLanguageModel', 'BaseLLM', 'BaseChatModel_LlamaIndex'],
  // What was said, what was answered before, what stands in a store: all that is kept from one time to the next.
  memory: ['BaseChatMemory', 'BaseMemory', 'BaseCheckpointSaver', 'BaseCache', 'RecordManager'],
  prompt: [
    'BasePromptTemplate',
    'BaseMessagePromptTemplate',
    'ChatPromptTemplate',
    'PromptTemplate',
    'PromptRetriever',
    'BaseLLMOutputParser',
  ],
  tool: ['Tool', 'StructuredTool', 'ToolInterface', 'QueryEngineTool', 'Tool_LlamaIndex'],
  retriever: [
    'BaseRetriever',
    'VectorStore',
    'VectorStoreRetriever',
    'VectorIndexRetriever',
    'VectorStoreIndex',
  ],
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
    'ContextChatEngine',
    'SimpleChatEngine',
    'ResponseSynthesizer',
    'OpenAIAssistant',
    'CustomFunction',
    // It says whether the chain goes on.
    'Moderation',
    'START',
    'Agent',
    'LLMNode',
    'ToolNode',
    'Condition',
    'ConditionAgent',
  ],
  value: ['string', 'number', 'boolean', 'json', 'array', 'file'],
  any: [],
} as const satisfies Record<string, readonly string[]>

export type Kind = keyof typeof kinds

const all = Object.entries(kinds) as [Kind, readonly string[]][]

export function kindOf(baseClasses: readonly string[]): Kind {
  return all.find(([, names]) => baseClasses.some((name) => names.includes(name)))?.[0] ?? 'any'
}
