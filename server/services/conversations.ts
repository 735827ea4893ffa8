import { createPrivacyService } from '#server/features/privacy/privacy.service.ts'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import { credentialKinds } from '../credentials/catalogue.ts'
import { createAnalyticsService } from '../features/analytics/analytics.service.ts'
import { createChannels } from '../features/channels/create-channels.ts'
import { createChatService } from '../features/chat/chat.service.ts'
import { createVisitorErrors } from '../features/chat/visitor-errors.service.ts'
import { createChatbotService } from '../features/chatbot/chatbot.service.ts'
import { starterPromptsOf } from '../features/chatbot/public-config.ts'
import { sealingWith } from '../features/credentials/seal.ts'
import { createEvaluations } from '../features/evaluations/create-evaluations.ts'
import { eraseEvaluatedChats } from '../features/evaluations/removal.repository.ts'
import { createExecutionsService } from '../features/executions/executions.service.ts'
import { createExecutionStripper } from '../features/executions/strip-execution.ts'
import { createWaitsService } from '../features/executions/waits.service.ts'
import { createFeedbackService } from '../features/feedback/feedback.service.ts'
import { createInboxService } from '../features/inbox/inbox.service.ts'
import { createLeadsService } from '../features/leads/leads.service.ts'
import { createLiveService } from '../features/live/live.service.ts'
import { createVisitorStream } from '../features/live/visitor-stream.service.ts'
import { createMcpServerService } from '../features/mcp-server/mcp-server.service.ts'
import { createSpeakingService } from '../features/speaking/speaking.service.ts'
import { createTakeoverService } from '../features/takeover/takeover.service.ts'
import { createTriggers } from '../features/triggers/create-triggers.ts'
import { createSignedLinks } from '../features/uploads/signed-links.ts'
import { uploadLimitsOf } from '../features/uploads/upload-space.ts'
import { createUploadsService } from '../features/uploads/uploads.service.ts'
import { createUpsertsService } from '../features/upserts/upserts.service.ts'
import { createWritingService } from '../features/writing/writing.service.ts'
import { newOrderedId } from '../ids.ts'
import { catalogue } from '../nodes/catalogue.ts'
import type { LiveEvent } from '../ports/live.ts'
import type { Search } from '../search/search.ts'
import type { Secrets } from '../secrets.ts'
import type { Adapters } from './adapters.ts'
import type { FlowResources } from './flow-resources.ts'
import type { FlowsAndRuns } from './flows-and-runs.ts'
import { type Base, type Foundation, withOrderedIds } from './foundation.ts'
import type { Knowledge } from './knowledge.ts'
import type { Money } from './money.ts'

type Deps = {
  base: Base
  bus: Bus<LiveEvent>
  config: Config
  secrets: Secrets
  adapters: Adapters
  foundation: Foundation
  usage: Money['usage']
  resources: FlowResources
  flowsAndRuns: FlowsAndRuns
  knowledge: Knowledge
  search: Search
  publicUrl(): string
}

/** Questions to flows and what belongs to them: uploads, ratings, contact details, speech, traces. */
export function createConversations(deps: Deps) {
  const {
    base,
    bus,
    config,
    secrets,
    adapters,
    foundation,
    usage,
    resources,
    flowsAndRuns,
    knowledge,
    search,
  } = deps
  const { notifications, limits } = foundation
  const { credentials, defaultModel, variables, tools, assistants, customMcpServers } = resources
  const { flows, runs, messages, permits, upsertHistory, flowAccess: access } = flowsAndRuns
  const openCredential = credentials.openFor
  const world = { ...adapters.world, defaultModel: defaultModel.open }
  const inbox = createInboxService({ ...base, flows, messages })
  const visitorErrors = createVisitorErrors(notifications)
  const uploads = createUploadsService({
    ...base,
    limits: uploadLimitsOf(config),
    openFolder: adapters.openUploadFolder,
    readDocument: world.readDocument,
    access,
    links: createSignedLinks({ secret: secrets.tokenSecret, now: base.now, publicUrl: deps.publicUrl }),
  })
  const takeover = createTakeoverService({
    ...withOrderedIds(base),
    ...{ bus, inbox, messages },
    storeFiles: uploads.storeAll,
    notify: notifications.notifyIn,
  })
  const analytics = createAnalyticsService({
    exporter: adapters.traceExporter,
    openCredential,
    now: base.now,
  })
  const chat = createChatService({
    // Chats begin one after another, so their index entries are appended in order.
    ...withOrderedIds(base),
    access,
    storeAttachments: uploads.storeAll,
    transcribe: adapters.transcribe,
    trace: analytics.trace,
    storeUploads: uploads.store,
    visitorErrors,
    openUpload: uploads.openStored,
    keepUpload: uploads.keep,
    requestPerson: takeover.requestPerson,
    newMessageId: newOrderedId,
    flows,
    runs,
    messages,
    variables,
    tools,
    assistants,
    customMcpServers,
    openAssistant: adapters.openAssistant,
    ports: world,
    catalogue,
    prices: usage.prices,
    openCredential,
    openIndex: search.openIndex,
    records: search.records,
    indexes: foundation.indexes,
    documentStores: knowledge.stores.port,
    openFile: adapters.files.open,
  })
  const upserts = createUpsertsService({ ...base, jobs: foundation.jobs, history: upsertHistory, chat })
  const executions = createExecutionsService({
    ...base,
    runs,
    messages,
    strip: createExecutionStripper({
      catalogue: catalogue.values(),
      credentialKinds: credentialKinds.values(),
    }),
  })
  const sealing = sealingWith(secrets.credentialKey)
  return {
    uploads,
    analytics,
    chat,
    upserts,
    ...createEvaluations({
      ...withOrderedIds(base),
      ...{ flows, runs, chat, openCredential, jobs: foundation.jobs, publishGate: flowsAndRuns.publishGate },
      ports: world,
      defaultModel: defaultModel.open,
    }),
    triggers: createTriggers({
      ...withOrderedIds(base),
      ...{ flows, runs, chat, access, limits },
      sealing,
      fetch: adapters.world.fetch,
    }),
    channels: createChannels({
      ...withOrderedIds(base),
      ...{ flows, runs, chat, access, messages, permits, takeover, visitorErrors, sealing, uploads },
      startersOf: starterPromptsOf,
      jobs: foundation.jobs,
      notify: notifications.notifyIn,
      ports: adapters.channels,
      publicUrl: deps.publicUrl,
    }),
    mcpServer: createMcpServerService({ ...base, flows, chat, access, limits }),
    chatbot: createChatbotService({ ...base, flows, access }),
    executions,
    waits: createWaitsService({ ...base, executions, answerWait: chat.answerWait }),
    feedback: createFeedbackService({ ...base, flows, messages, limits, access }),
    inbox,
    live: createLiveService({ ...base, bus, inbox, messages }),
    visitorStream: createVisitorStream({ ...base, bus, access, limits, messages }),
    takeover,
    privacy: createPrivacyService({
      ...base,
      ...{ flows, messages, runs, executions },
      removeFiles: uploads.removeChat,
      eraseCopies: eraseEvaluatedChats,
    }),
    leads: createLeadsService({ ...base, flows, limits, access }),
    speaking: createSpeakingService({
      ...base,
      ...{ bus, flows, messages, runs, limits, openCredential, access, visitorErrors },
      speak: adapters.speak,
      listVoices: adapters.listVoices,
    }),
    writing: createWritingService({
      ...{ ...base, ...world, catalogue, flows, runs, messages, openCredential },
      requireAnswerable: takeover.requireSwitchable,
    }),
  }
}
