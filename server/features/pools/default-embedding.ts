import { AppError } from '#shared/errors.ts'
import type { ComponentChoice } from '#shared/stores.ts'

type Deps = {
  listShared(kinds: readonly string[]): Promise<{ id: string; kind: string; values: object }[]>
  isSandboxAddress(address: string): boolean
  sandbox: boolean
}

/** By kind of the credential, best first. */
const offers: Readonly<Record<string, { name: string; modelName: string }>> = {
  openAIApi: { name: 'openAIEmbeddings', modelName: 'text-embedding-3-small' },
  googleGenerativeAI: { name: 'googleGenerativeAiEmbeddings', modelName: 'gemini-embedding-001' },
  mistralAIApi: { name: 'mistralAIEmbeddings', modelName: 'mistral-embed' },
  cohereApi: { name: 'cohereEmbeddings', modelName: 'embed-v4.0' },
}

/** The embedding model of new pools: of the first shared credential that has one. Every pool stays with its own. */
export function createDefaultEmbedding({ listShared, isSandboxAddress, sandbox }: Deps) {
  return async (): Promise<ComponentChoice> => {
    const shared = await listShared(Object.keys(offers))
    const real = shared.filter(({ values }) => !isSandbox(values, isSandboxAddress))
    for (const [kind, { name, modelName }] of Object.entries(offers)) {
      const found = real.find((each) => each.kind === kind)
      if (found) {
        return { name, config: { modelName, FLOWISE_CREDENTIAL_ID: found.id } }
      }
    }
    if (!sandbox) {
      throw new AppError(
        'INVALID_FLOW',
        'This server has no embedding model yet. An administrator can share a credential of OpenAI, Google, Mistral or Cohere.',
      )
    }
    return { name: 'flowtillEmbeddings', config: {} }
  }
}

function isSandbox(values: object, isSandboxAddress: Deps['isSandboxAddress']) {
  const { basePath } = values as { basePath?: unknown }
  return typeof basePath === 'string' && isSandboxAddress(basePath)
}
