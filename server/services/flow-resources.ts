import type { Config } from '../config.ts'
import { credentialKinds } from '../credentials/catalogue.ts'
import { createAssistantsService } from '../features/assistants/assistants.service.ts'
import { createCredentialsService } from '../features/credentials/credentials.service.ts'
import { sealingWith } from '../features/credentials/seal.ts'
import { createCustomMcpServersService } from '../features/custom-mcp-servers/custom-mcp-servers.service.ts'
import { isDefaultCredential } from '../features/default-model/default-model.repository.ts'
import { createDefaultModelService } from '../features/default-model/default-model.service.ts'
import { listFlowUses } from '../features/flows/flow-uses.repository.ts'
import { createToolsService } from '../features/tools/tools.service.ts'
import { createVariablesService } from '../features/variables/variables.service.ts'
import { catalogue } from '../nodes/catalogue.ts'
import type { Secrets } from '../secrets.ts'
import type { Adapters } from './adapters.ts'
import type { Base, Foundation } from './foundation.ts'
import type { Money } from './money.ts'

type Deps = {
  base: Base
  config: Config
  secrets: Secrets
  adapters: Adapters
  foundation: Foundation
  usage: Money['usage']
  publicUrl(): string
}

export type FlowResources = ReturnType<typeof createFlowResources>

/** What nodes of a flow refer to: credentials, the default model, variables, custom tools, MCP servers and assistants. */
export function createFlowResources(deps: Deps) {
  const { base, config, secrets, adapters, foundation, usage, publicUrl } = deps
  const { audit } = foundation
  const { sandboxUrl, models, localModels, localAddresses, providerAt, providerLabel, world, mcpSignIn } =
    adapters
  const credentials = createCredentialsService({
    ...base,
    audit,
    key: secrets.credentialKey,
    kinds: credentialKinds,
    catalogue,
    ports: models,
    sandboxUrl,
    isDefault: isDefaultCredential,
  })
  const defaultModel = createDefaultModelService({
    ...base,
    ...{ audit, credentials, localAddresses, providerAt },
    prices: usage.prices,
    outside: models,
    local: localModels,
    environment: environmentKeysOf(config),
    labelOf: providerLabel,
    isSandboxAddress: (address) => address === sandboxUrl(),
    sandbox: config.SANDBOX,
  })
  const variables = createVariablesService({ ...base, runtimeValues: config.FLOW_VARS })
  return {
    credentials,
    defaultModel,
    variables,
    tools: createToolsService({ ...base, runCode: world.runCode, vars: variables.values, listFlowUses }),
    assistants: createAssistantsService(base),
    customMcpServers: createCustomMcpServersService({
      ...base,
      ...{ publicUrl, listFlowUses, openMcp: world.openMcp, signIn: mcpSignIn },
      sealing: sealingWith(secrets.credentialKey),
      programs: Object.keys(config.MCP_PROGRAMS),
    }),
  }
}

function environmentKeysOf(config: Config) {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, GEMINI_API_KEY, GOOGLE_API_KEY } = config
  return {
    ...(OPENAI_API_KEY && { OPENAI_API_KEY: { apiKey: OPENAI_API_KEY, baseUrl: OPENAI_BASE_URL } }),
    ...(ANTHROPIC_API_KEY && { ANTHROPIC_API_KEY: { apiKey: ANTHROPIC_API_KEY } }),
    ...(GEMINI_API_KEY && { GEMINI_API_KEY: { apiKey: GEMINI_API_KEY } }),
    ...(GOOGLE_API_KEY && { GOOGLE_API_KEY: { apiKey: GOOGLE_API_KEY } }),
  }
}
