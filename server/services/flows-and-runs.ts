import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import { credentialKinds } from '../credentials/catalogue.ts'
import { createCustomAssistants } from '../features/assistants/custom-assistants.service.ts'
import { createOpenAiAssistants } from '../features/assistants/open-ai-assistants.service.ts'
import { deleteChannelsOf, listChannelsOf } from '../features/channels/channels.repository.ts'
import { estimateAlone } from '../features/chat/estimate.ts'
import { createPublishGate } from '../features/evaluations/publish-gate.service.ts'
import { createExportImportService } from '../features/export-import/export-import.service.ts'
import { createStripper } from '../features/export-import/strip-secrets.ts'
import { createFlowAccess } from '../features/flows/flow-access.service.ts'
import { createFlowsService } from '../features/flows/flows.service.ts'
import { countLeads, deleteLeadsOf } from '../features/leads/leads.repository.ts'
import { deleteTokenOf } from '../features/mcp-server/mcp-tokens.repository.ts'
import { countMessages } from '../features/messages/messages.repository.ts'
import { createMessagesService } from '../features/messages/messages.service.ts'
import { createNodesService } from '../features/nodes/nodes.service.ts'
import { createPresenceService } from '../features/presence/presence.service.ts'
import { createRunsService } from '../features/runs/runs.service.ts'
import { createSharingService } from '../features/sharing/sharing.service.ts'
import { listNames as listStoreNames } from '../features/stores/stores.repository.ts'
import { createPermits } from '../features/takeover/permits.service.ts'
import { createTemplateCost } from '../features/templates/template-cost.ts'
import { createTemplatesService } from '../features/templates/templates.service.ts'
import { deleteTriggersOf, findTrigger } from '../features/triggers/triggers.repository.ts'
import { createUpsertHistory } from '../features/upserts/upsert-history.service.ts'
import { catalogue } from '../nodes/catalogue.ts'
import { listPages } from '../nodes/document-loaders/read-pages.ts'
import type { LiveEvent } from '../ports/live.ts'
import type { Adapters } from './adapters.ts'
import type { FlowResources } from './flow-resources.ts'
import { type Base, type Foundation, withOrderedIds } from './foundation.ts'
import { type Money, runTimeoutOf } from './money.ts'

type Deps = {
  base: Base
  bus: Bus<LiveEvent>
  config: Config
  adapters: Adapters
  foundation: Foundation
  money: Money
  resources: FlowResources
}

export type FlowsAndRuns = ReturnType<typeof createFlowsAndRuns>

/** Flows as they are built and stored, their runs with the messages they leave, and who may call them. */
export function createFlowsAndRuns({ base, bus, config, adapters, foundation, money, resources }: Deps) {
  const { users, apiKeys, limits, indexes, notifications } = foundation
  const { usage, wallet } = money
  const { credentials, defaultModel, variables, tools, assistants, customMcpServers } = resources
  const { files, world } = adapters
  const messages = createMessagesService({ ...base, bus })
  const permits = createPermits({ bus, read: (chat) => messages.findConversation(base.store.db, chat) })
  const runs = createRunsService({
    ...withOrderedIds(base),
    bus,
    usage,
    messages,
    permits,
    wallet,
    runTimeoutMs: runTimeoutOf(config),
    logRetentionDays: config.RUN_LOG_DAYS,
    storeEmbedded: indexes.storeEmbedded,
  })
  const publishGate = createPublishGate(base)
  const flows = createFlowsService({
    ...base,
    ...{ audit: foundation.audit, requireChecked: publishGate.require },
    ...{ catalogue, runs, files, credentials, apiKeys },
    removeRelated: async (tx, flowId) => {
      await messages.removeIn(tx, { flowId })
      await deleteLeadsOf(tx, flowId)
      await deleteTriggersOf(tx, flowId)
      await deleteTokenOf(tx, flowId)
      await deleteChannelsOf(tx, { flowId })
    },
    listRelated: async (db, { id: flowId }) => ({
      channels: await listChannelsOf(db, flowId),
      hasTrigger: (await findTrigger(db, flowId))?.enabled ?? false,
      messages: (await countMessages(db, { flowId })).totalMessages,
      leads: await countLeads(db, flowId),
    }),
  })
  const nodes = createNodesService({
    catalogue,
    openCredential: credentials.openFor,
    listPages: (crawl, signal) => listPages(crawl, world, signal),
    portsFor: (userId) => ({
      ...world,
      customTool: (id) => tools.get(userId, id),
      customTools: () => tools.all(userId),
      openMcpServer: (id, signal) => customMcpServers.open(userId, id, signal),
      listMcpServers: () => customMcpServers.listNames(userId),
      listAssistants: () => assistants.listOpenAi(userId),
      listFlows: () => flows.summaries(userId, ['CHATFLOW', 'AGENTFLOW']),
      listDocumentStores: () => listStoreNames(base.store.db, userId),
    }),
  })
  const templates = createTemplatesService({
    ...base,
    catalogue,
    flows,
    credentials,
    costOf: createTemplateCost({
      catalogue,
      estimate: (works) =>
        estimateAlone(works, { db: base.store.db, prices: usage.prices, defaultModel: defaultModel.open }),
    }),
    strip: createStripper({ catalogue, credentialKinds }),
  })
  const customAssistants = createCustomAssistants({
    ...base,
    ...{ catalogue, assistants, flows, credentials, tools },
    listStores: (userId) => listStoreNames(base.store.db, userId),
  })
  const exportImport = createExportImportService({
    ...base,
    catalogue,
    credentialKinds,
    flows,
    parts: templates.parts,
    tools,
    variables,
    assistants,
    customAssistants,
    // Loaded with the first file: few requests bring one.
    openReader: async () => (await import('../import-worker.ts')).openImportReader(),
  })
  const openAiAssistants = createOpenAiAssistants({
    ...{ assistants, customAssistants },
    ...{ openAi: adapters.openAi, readPicture: adapters.readPicture },
    openCredential: credentials.openFor,
  })
  const presence = createPresenceService({
    ...{ now: base.now, bus },
    find: flows.find,
    nameOf: async (userId) => (await users.get(base.store.db, userId)).username,
  })
  return {
    messages,
    permits,
    runs,
    upsertHistory: createUpsertHistory({
      ...withOrderedIds(base),
      jobs: foundation.jobs,
      runs,
      notifications,
    }),
    flows,
    publishGate,
    flowAccess: createFlowAccess({ flows, limits }),
    sharing: createSharingService({ flows, apiKeys, publicUrl: config.PUBLIC_URL }),
    nodes,
    templates,
    exportImport,
    customAssistants,
    openAiAssistants,
    presence,
  }
}
