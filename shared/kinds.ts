/** Kinds of ports. The first base class that matches a kind wins; an unknown class is `any`, never an error. */
export const kinds = {
  model: ['BaseChatModel', 'BaseLanguageModel', 'BaseLLM', 'BaseChatModel_LlamaIndex'],
  memory: ['BaseChatMemory', 'BaseMemory', 'BaseCheckpointSaver', 'BaseCache', 'RecordManager', 'State'],
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
    // Decides whether the chain continues.
    'Moderation',
    'START',
    'Start',
    'End',
    'Loop',
    'ExecuteFlow',
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
