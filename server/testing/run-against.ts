/**
 * What each node runs against in tests: a recorded provider protocol, one of our fakes, or the real software.
 */
export const runAgainst: Readonly<Record<string, string>> = {
  flowtillDemoModel: 'our sandbox',
  ...each(
    'OpenAI’s protocol, recorded; our sandbox',
    'chatOpenAI azureChatOpenAI chatOpenAICustom chatOpenAI_LlamaIndex azureChatOpenAI_LlamaIndex openAI azureOpenAI',
  ),
  ...each(
    'OpenAI’s protocol as each provider speaks it, recorded',
    'groqChat chatMistralAI chatDeepseek chatXAI chatOpenRouter chatTogetherAI chatFireworks chatPerplexity chatCerebras chatGroq_LlamaIndex chatMistral_LlamaIndex chatTogetherAI_LlamaIndex togetherAI fireworks',
  ),
  ...each(
    'OpenAI’s protocol (no recording of its own)',
    'chatNvidiaNIM chatSambanova chatLocalAI chatLitellm',
  ),
  ...each('the Messages API, recorded', 'chatAnthropic chatAnthropic_LlamaIndex'),
  chatGoogleGenerativeAI: 'the Gemini API, recorded',
  chatGoogleVertexAI: 'the Gemini API under a project’s address, token exchange included; a fake',
  ...each('Ollama’s protocol, recorded', 'chatOllama chatOllama_LlamaIndex ollama'),
  ...each('Cohere’s v2 protocol; a fake', 'chatCohere cohere'),
  awsChatBedrock: 'Converse with signatures and AWS’s event stream; a fake',
  ...each('the router and a dedicated endpoint; fakes', 'chatHuggingFace huggingFaceInference_LLMs'),
  replicate: 'predictions and their polling; a fake',
  ...each('our RESP server', 'RedisBackedChatMemory redisCache redisEmbeddingsCache'),
  ...each('Upstash’s REST; a fake', 'upstashRedisBackedChatMemory upstashRedisCache'),
  sqlDatabaseChain: 'SQLite itself; PostgreSQL itself (PGlite behind a socket)',
  ...each('Zep’s REST; a fake', 'ZepMemory ZepMemoryCloud'),
  mem0: 'Mem0’s REST; a fake',
  ...each(
    'an API behind the guard; a fake',
    'getApiChain postApiChain openApiChain requestsGet requestsPost requestsPut requestsDelete webScraperTool',
  ),
  ...each('the real JavaScript sandbox', 'csvAgent customFunction ifElseFunction chatPromptTemplate'),
  ...each(
    'the store’s REST; a fake',
    'qdrant pinecone chroma upstash supabase elasticsearch openSearch weaviate',
  ),
  ...each(
    'our own index itself',
    'documentPool documentStoreVS flowtillIndex flowtillStore faiss memoryVectorStore simpleStoreLlamaIndex',
  ),
  inputModerationOpenAI: 'the moderation API; a fake',
  SQLiteRecordManager: 'SQLite itself, with Pinecone’s REST; a fake',
  postgresRecordManager: 'PostgreSQL itself (PGlite), with Pinecone’s REST; a fake',
  ...each(
    'the service’s REST; a fake',
    'airtable airtableAgent confluence jira notionDB notionPage serpApi searchApi braveSearchApiLoader spiderDocumentLoaders apifyWebsiteContentCrawler figma fireCrawl googleDrive googleSheets oxylabs unstructuredFileLoader',
  ),
  s3Directory: 'S3’s REST with signatures; a fake',
  ...each('web pages; a fake', 'gitbook playwrightWebScraper puppeteerWebScraper'),
}

function each(against: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, against]))
}
