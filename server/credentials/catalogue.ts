import type { Credential } from '#server/engine/define-node.ts'
import { anthropicApi } from './anthropic-api.credential.ts'
import { azureOpenAIApi } from './azure-open-ai-api.credential.ts'
import { googleGenerativeAI } from './google-generative-ai.credential.ts'
import { ollamaApi } from './ollama-api.credential.ts'
import { openAIApi } from './open-ai-api.credential.ts'

const kinds: Credential[] = [openAIApi, azureOpenAIApi, anthropicApi, googleGenerativeAI, ollamaApi]

/** Every kind of credential there is. A new one is a file and its name above. */
export const credentialKinds: ReadonlyMap<string, Credential> = new Map(
  kinds.map((kind) => [kind.name, kind]),
)
