import type { Credential } from '#server/engine/define-node.ts'
import { anthropicApi } from './anthropic-api.credential.ts'
import { azureOpenAIApi } from './azure-open-ai-api.credential.ts'
import { cerebrasAIApi } from './cerebras-ai-api.credential.ts'
import { deepseekApi } from './deepseek-api.credential.ts'
import { fireworksApi } from './fireworks-api.credential.ts'
import { googleGenerativeAI } from './google-generative-ai.credential.ts'
import { groqApi } from './groq-api.credential.ts'
import { mistralAIApi } from './mistral-ai-api.credential.ts'
import { ollamaApi } from './ollama-api.credential.ts'
import { openAIApi } from './open-ai-api.credential.ts'
import { openRouterApi } from './open-router-api.credential.ts'
import { perplexityApi } from './perplexity-api.credential.ts'
import { togetherAIApi } from './together-ai-api.credential.ts'
import { xaiApi } from './xai-api.credential.ts'

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
]

/** Every kind of credential there is. A new one is a file and its name above. */
export const credentialKinds: ReadonlyMap<string, Credential> = new Map(
  kinds.map((kind) => [kind.name, kind]),
)
