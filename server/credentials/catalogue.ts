import type { Credential } from '#server/engine/define-node.ts'
import { airtableApi } from './airtable-api.credential.ts'
import { anthropicApi } from './anthropic-api.credential.ts'
import { apifyApi } from './apify-api.credential.ts'
import { assemblyAIApi } from './assembly-ai-api.credential.ts'
import { awsApi } from './aws-api.credential.ts'
import { azureCognitiveServices } from './azure-cognitive-services.credential.ts'
import { azureOpenAIApi } from './azure-open-ai-api.credential.ts'
import { braveSearchApi } from './brave-search-api.credential.ts'
import { browserlessApi } from './browserless-api.credential.ts'
import { cerebrasAIApi } from './cerebras-ai-api.credential.ts'
import { chromaApi } from './chroma-api.credential.ts'
import { cohereApi } from './cohere-api.credential.ts'
import { confluenceCloudApi } from './confluence-cloud-api.credential.ts'
import { deepseekApi } from './deepseek-api.credential.ts'
import { elasticsearchApi } from './elasticsearch-api.credential.ts'
import { elevenLabsApi } from './eleven-labs-api.credential.ts'
import { exaSearchApi } from './exa-search-api.credential.ts'
import { figmaApi } from './figma-api.credential.ts'
import { fireCrawlApi } from './fire-crawl-api.credential.ts'
import { fireworksApi } from './fireworks-api.credential.ts'
import { githubApi } from './github-api.credential.ts'
import { googleCustomSearchApi } from './google-custom-search-api.credential.ts'
import { googleDriveOAuth2 } from './google-drive-oauth2.credential.ts'
import { googleGenerativeAI } from './google-generative-ai.credential.ts'
import { googleSheetsOAuth2 } from './google-sheets-oauth2.credential.ts'
import { googleVertexAuth } from './google-vertex-auth.credential.ts'
import { groqApi } from './groq-api.credential.ts'
import { httpApiKey } from './http-api-key.credential.ts'
import { httpBasicAuth } from './http-basic-auth.credential.ts'
import { httpBearerToken } from './http-bearer-token.credential.ts'
import { huggingFaceApi } from './hugging-face-api.credential.ts'
import { jinaAIApi } from './jina-ai-api.credential.ts'
import { jiraApi } from './jira-api.credential.ts'
import { langfuseApi } from './langfuse-api.credential.ts'
import { langsmithApi } from './langsmith-api.credential.ts'
import { litellmApi } from './litellm-api.credential.ts'
import { localAIApi } from './local-ai-api.credential.ts'
import { mem0MemoryApi } from './mem0-memory-api.credential.ts'
import { mistralAIApi } from './mistral-ai-api.credential.ts'
import { notionApi } from './notion-api.credential.ts'
import { nvidiaNIMApi } from './nvidia-nim-api.credential.ts'
import { ollamaApi } from './ollama-api.credential.ts'
import { openAIApi } from './open-ai-api.credential.ts'
import { openRouterApi } from './open-router-api.credential.ts'
import { openSearchUrl } from './open-search-url.credential.ts'
import { openTelemetryApi } from './open-telemetry-api.credential.ts'
import { oxylabsApi } from './oxylabs-api.credential.ts'
import { perplexityApi } from './perplexity-api.credential.ts'
import { pineconeApi } from './pinecone-api.credential.ts'
import { pipedreamOAuthApi } from './pipedream-oauth-api.credential.ts'
import { postgresApi } from './postgres-api.credential.ts'
import { postgresUrl } from './postgres-url.credential.ts'
import { qdrantApi } from './qdrant-api.credential.ts'
import { redisCacheApi } from './redis-cache-api.credential.ts'
import { replicateApi } from './replicate-api.credential.ts'
import { sambanovaApi } from './sambanova-api.credential.ts'
import { searchApi } from './search-api.credential.ts'
import { serpApi } from './serp-api.credential.ts'
import { serperApi } from './serper-api.credential.ts'
import { slackOAuth2 } from './slack-oauth2.credential.ts'
import { spiderApi } from './spider-api.credential.ts'
import { supabaseApi } from './supabase-api.credential.ts'
import { tavilyApi } from './tavily-api.credential.ts'
import { togetherAIApi } from './together-ai-api.credential.ts'
import { unstructuredApi } from './unstructured-api.credential.ts'
import { upstashRedisApi } from './upstash-redis-api.credential.ts'
import { upstashRedisMemoryApi } from './upstash-redis-memory-api.credential.ts'
import { upstashVectorApi } from './upstash-vector-api.credential.ts'
import { voyageAIApi } from './voyage-ai-api.credential.ts'
import { weaviateApi } from './weaviate-api.credential.ts'
import { wolframAlphaAppId } from './wolfram-alpha-app-id.credential.ts'
import { xaiApi } from './xai-api.credential.ts'
import { zepMemoryApi } from './zep-memory-api.credential.ts'

const kinds: Credential[] = [
  openAIApi,
  azureOpenAIApi,
  anthropicApi,
  googleGenerativeAI,
  ollamaApi,
  mistralAIApi,
  groqApi,
  deepseekApi,
  xaiApi,
  openRouterApi,
  togetherAIApi,
  fireworksApi,
  perplexityApi,
  cerebrasAIApi,
  cohereApi,
  awsApi,
  googleVertexAuth,
  huggingFaceApi,
  localAIApi,
  litellmApi,
  nvidiaNIMApi,
  sambanovaApi,
  replicateApi,
  braveSearchApi,
  exaSearchApi,
  googleCustomSearchApi,
  searchApi,
  serpApi,
  serperApi,
  tavilyApi,
  wolframAlphaAppId,
  redisCacheApi,
  upstashRedisApi,
  upstashRedisMemoryApi,
  voyageAIApi,
  jinaAIApi,
  pineconeApi,
  qdrantApi,
  chromaApi,
  postgresApi,
  githubApi,
  slackOAuth2,
  browserlessApi,
  pipedreamOAuthApi,
  postgresUrl,
  zepMemoryApi,
  mem0MemoryApi,
  assemblyAIApi,
  elevenLabsApi,
  azureCognitiveServices,
  langfuseApi,
  langsmithApi,
  openTelemetryApi,
  airtableApi,
  confluenceCloudApi,
  jiraApi,
  notionApi,
  apifyApi,
  figmaApi,
  fireCrawlApi,
  oxylabsApi,
  unstructuredApi,
  googleDriveOAuth2,
  googleSheetsOAuth2,
  spiderApi,
  elasticsearchApi,
  openSearchUrl,
  supabaseApi,
  upstashVectorApi,
  weaviateApi,
  httpBasicAuth,
  httpBearerToken,
  httpApiKey,
]

export const credentialKinds: ReadonlyMap<string, Credential> = new Map(
  kinds.map((kind) => [kind.name, kind]),
)
