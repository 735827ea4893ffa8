import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { openBrokenWorld } from '#server/upstream/testing/broken-world.ts'
import { AppError } from '#shared/errors.ts'
import { probeNode } from './probe-node.ts'
import { listen } from './tiny-server.ts'

const services: Record<string, string> = {
  'The Flowtill Demo model': 'flowtillDemoModel flowtillEmbeddings',
  OpenAI:
    'chatOpenAI chatOpenAICustom chatOpenAI_LlamaIndex openAI inputModerationOpenAI openAIEmbedding_LlamaIndex openAIEmbeddingsCustom openAIEmbeddings openAIAssistant',
  'Azure OpenAI':
    'azureChatOpenAI azureChatOpenAI_LlamaIndex azureOpenAI azureOpenAIEmbeddings azureOpenAIEmbeddingsLlamaIndex',
  Anthropic: 'chatAnthropic chatAnthropic_LlamaIndex',
  Google:
    'chatGoogleGenerativeAI chatGoogleVertexAI googlevertexai googleCustomSearch googleGenerativeAiEmbeddings googlevertexaiEmbeddings',
  Ollama: 'chatOllama chatOllama_LlamaIndex ollama ollamaEmbedding',
  Mistral: 'chatMistralAI chatMistral_LlamaIndex mistralAIEmbeddings',
  Groq: 'groqChat chatGroq_LlamaIndex',
  DeepSeek: 'chatDeepseek',
  xAI: 'chatXAI',
  OpenRouter: 'chatOpenRouter',
  'Together AI': 'chatTogetherAI chatTogetherAI_LlamaIndex togetherAI togetherAIEmbedding',
  Fireworks: 'chatFireworks fireworks',
  Perplexity: 'chatPerplexity',
  Cerebras: 'chatCerebras',
  Cohere: 'chatCohere cohere cohereEmbeddings cohereRerankRetriever',
  'Amazon Bedrock': 'awsChatBedrock awsBedrock AWSBedrockEmbeddings',
  'Hugging Face': 'chatHuggingFace huggingFaceInference_LLMs huggingFaceInferenceEmbeddings',
  'The model server': 'chatLocalAI chatLitellm chatNvidiaNIM localAIEmbeddings',
  SambaNova: 'chatSambanova sambanova',
  Replicate: 'replicate',
  'The database': 'sqlDatabaseChain postgres postgresRecordManager postgreSQLMCP',
  'museum.example':
    'getApiChain postApiChain openApiChain openAPIToolkit requestsGet requestsPost requestsPut requestsDelete apiLoader cheerioWebScraper gitbook playwrightWebScraper puppeteerWebScraper',
  'The Redis': 'redisEmbeddingsCache RedisBackedChatMemory redisCache',
  Zep: 'ZepMemory ZepMemoryCloud',
  Mem0: 'mem0',
  Upstash: 'upstashRedisBackedChatMemory upstashRedisCache',
  Airtable: 'airtableAgent airtable',
  'Brave Search': 'braveSearchAPI braveSearchApiLoader braveSearchMCP',
  SerpApi: 'serpAPI serpApi',
  SearchApi: 'searchAPI searchApi',
  Serper: 'serper',
  Tavily: 'tavilyAPI',
  Exa: 'exaSearch',
  SearXNG: 'searXNG',
  WolframAlpha: 'wolframAlpha',
  'The MCP server': 'customMCP slackMCP githubMCP browserlessMCP teradataMCP supergatewayMCP',
  Pipedream: 'pipedreamMCP',
  arXiv: 'arxiv',
  'Jina AI': 'jinaEmbeddings JinaRerankRetriever',
  'Voyage AI': 'voyageAIEmbeddings voyageAIRerankRetriever',
  GitHub: 'github',
  S3: 'S3 s3Directory',
  Confluence: 'confluence',
  Jira: 'jira',
  Notion: 'notionDB notionPage',
  Apify: 'apifyWebsiteContentCrawler',
  Figma: 'figma',
  'Google Drive': 'googleDrive',
  'Google Sheets': 'googleSheets',
  FireCrawl: 'fireCrawl',
  Oxylabs: 'oxylabs',
  Unstructured: 'unstructuredFileLoader',
  Spider: 'spiderDocumentLoaders',
  Pinecone: 'pineconeLlamaIndex pinecone',
  Chroma: 'chroma',
  Qdrant: 'qdrant',
  Elasticsearch: 'elasticsearch',
  OpenSearch: 'openSearch',
  Supabase: 'supabase',
  'Upstash Vector': 'upstash',
  Weaviate: 'weaviate',
}

/** The page reader reports failed pages in its result. */
const reporting = ['webScraperTool']

const toModel = new Set(['getApiChain', 'postApiChain'])

/** These read a file of the service and name the file when its format is wrong. */
const describing = new Set(['openApiChain', 'openAPIToolkit'])

/** Nodes without an external service; the default model has its own tests. */
const offline =
  'chatDefault conversationChain llmChain bufferMemory bufferWindowMemory promptTemplate chatPromptTemplate csvOutputParser customListOutputParser structuredOutputParser advancedStructuredOutputParser inputModerationSimple fewShotPromptTemplate promptRetriever multiPromptChain conversationSummaryMemory conversationSummaryBufferMemory inMemoryCache inMemoryEmbeddingCache toolAgent csvAgent conversationalAgent reactAgentChat reactAgentLLM conversationalRetrievalToolAgent xmlAgent openAIToolAgent openAIFunctionAgent mistralAIToolAgent openAIToolAgentLlamaIndex anthropicAgentLlamaIndex calculator currentDateTime requestPerson customTool retrieverTool chainTool ChatflowTool customFunction ifElseFunction setVariable getVariable jsonPathExtractor stickyNote characterTextSplitter codeTextSplitter htmlToMarkdownTextSplitter markdownTextSplitter recursiveCharacterTextSplitter tokenTextSplitter csvFile documentStore docxFile epubFile fileLoader folderFiles jsonFile jsonlinesFile microsoftExcel microsoftPowerpoint microsoftWord pdfFile plainText textFile notionFolder vectorStoreToDocument documentPool documentStoreVS faiss flowtillIndex flowtillStore memoryVectorStore contextChatEngine queryEngineToolLlamaIndex queryEngine simpleChatEngine subQuestionQueryEngine compactrefineLlamaIndex refineLlamaIndex simpleResponseBuilderLlamaIndex treeSummarizeLlamaIndex conversationalRetrievalQAChain retrievalQAChain vectorDBQAChain customRetriever embeddingsFilterRetriever HydeRetriever llmFilterRetriever multiQueryRetriever RRFRetriever similarityThresholdRetriever vectorStoreRetriever multiRetrievalQAChain customDocumentLoader simpleStoreLlamaIndex SQLiteRecordManager agentMemory stickyNoteAgentflow seqState customMcpServerTool sequentialThinkingMCP'

const names = (list: string) => list.split(' ')
const networked = Object.entries(services).flatMap(([service, list]) =>
  names(list).map((name) => ({ name, service })),
)

const page = 'https://museum.example/'

const pages: Record<string, Record<string, unknown>> = {
  replicate: { model: 'meta/llama' },
  chatGoogleVertexAI: { region: 'europe-west1' },
  googlevertexai: { region: 'europe-west1' },
  googlevertexaiEmbeddings: { region: 'europe-west1' },
  sqlDatabaseChain: { database: 'postgres', url: 'postgres://ada:a-secret-key@PLACE/museum' },
  getApiChain: { apiDocs: `See ${page}` },
  postApiChain: { apiDocs: `See ${page}` },
  openApiChain: { yamlLink: `${page}api.yaml` },
  openAPIToolkit: { inputType: 'link', openApiLink: `${page}api.yaml` },
  customMCP: { mcpServerConfig: `{"url":"${page}mcp"}` },
  pipedreamMCP: { appSlug: 'notion', externalUserId: 'ada' },
  teradataMCP: { mcpUrl: `${page}mcp` },
  supergatewayMCP: { arguments: `--streamableHttp "${page}mcp"` },
  gitbook: { webPath: page },
  googleDrive: { folderId: 'museum' },
  googleSheets: { spreadsheetIds: '["museum"]' },
  figma: { fileKey: 'museum' },
  fireCrawl: { url: page },
  github: { repoLink: 'https://github.com/ada/museum' },
  notionDB: { databaseId: 'a'.repeat(32) },
  notionPage: { pageId: 'a'.repeat(32) },
  postgres: { host: 'HOST', port: 'PORT', tableName: 'museum' },
  postgresRecordManager: { host: 'HOST', port: 'PORT' },
  elasticsearch: { indexName: 'museum' },
}

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const account = { client_email: 'ada@museum.example', private_key: privateKey, project_id: 'museum' }

const addresses = {
  projectID: 'museum',
  googleApplicationCredential: JSON.stringify(account),
  upstashConnectionUrl: page,
  UPSTASH_VECTOR_REST_URL: page,
  endpoint: page,
  openSearchUrl: page,
}

test('every node is known to call a service or to call none', () => {
  const known = [...networked.map(({ name }) => name), ...reporting, ...names(offline)]

  // Steps of agent flows are run by the engine and have tests of their own.
  const nodes = [...catalogue.values()].filter(({ step }) => !step).map(({ name }) => name)
  expect(nodes.sort()).toEqual(known.sort())
})

test.each(names(offline).map((name) => ({ name })))('$name calls no service', async ({ name }) => {
  const { used } = await probe(name, '127.0.0.1:1')

  expect(used).toBe(0)
})

test.each(networked)('$name reports that $service could not be reached', async ({ name, service }) => {
  const { error, used } = await probe(name, '127.0.0.1:1')

  expect(used).toBeGreaterThan(0)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', message: expect.stringContaining(service) })
  expect(String(error)).toMatch(/could not be reached\. Check the address and try again\.$/)
})

const stack = '<html>Error at /srv/app/index.js:1:1\n  at run (/srv/app/run.js:2:2)</html>'

test.each(networked.filter(({ name }) => !toModel.has(name)))(
  '$name reports that $service responded 500, and shows no page',
  async ({ name, service }) => {
    const { port } = await listen((_, response) => response.writeHead(500).end(stack))
    const { error } = await probe(name, `127.0.0.1:${port}`)

    expectSentence(error, service)
  },
)

test.each(networked)('$name handles a page in place of a response of $service', async ({ name, service }) => {
  const { port } = await listen((_, response) => response.writeHead(200).end(stack))
  const { error } = await probe(name, `127.0.0.1:${port}`)

  if (error !== undefined) {
    expectSentence(error, describing.has(name) ? 'The OpenAPI description' : service)
  }
})

function expectSentence(error: unknown, service: string) {
  expect(error).toBeInstanceOf(AppError)
  const { code, message } = error as AppError
  expect(code).not.toBe('INTERNAL')
  expect(message).toContain(service)
  expect(message).not.toMatch(/srv\/app|a-secret-key|<html|\n/)
  expect(message.length).toBeLessThan(500)
}

async function probe(name: string, place: string) {
  const node = catalogue.get(name)
  if (!node) {
    throw new Error(`The catalogue has no ${name}.`)
  }
  const { world, ports } = openBrokenWorld(place)
  const [host = '', port = ''] = place.split(':')
  const required = Object.entries(node.inputs).flatMap(([field, input]) =>
    input.optional || 'default' in input || /^[A-Z]/.test(input.type)
      ? []
      : [[field, sampleOf(field, input.type)] as const],
  )
  const given = Object.entries(pages[name] ?? {}).map(([field, value]) => [
    field,
    String(value).replace('PLACE', place).replace('HOST', host).replace('PORT', port),
  ])
  const database = { postgresUrl: `postgres://ada:a-secret-key@${place}/museum` }
  const credential = { ...addresses, redisUrl: `redis://${place}`, ...database }
  const inputs = { ...Object.fromEntries(required), ...Object.fromEntries(given) }
  const error = await probeNode(node, inputs, ports, credential)
  return { error, used: world.count }
}

function sampleOf(field: string, type: string): unknown {
  if (type === 'json') {
    return '{}'
  }
  return type === 'number' ? 1 : /url|link|endpoint|host|base/i.test(field) ? page : 'museum'
}
