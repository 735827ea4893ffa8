import { credentialKinds } from '../credentials/catalogue.ts'
import { createAnalyticsService } from '../features/analytics/analytics.service.ts'
import { createChatService } from '../features/chat/chat.service.ts'
import { createVisitorErrors } from '../features/chat/visitor-errors.service.ts'
import { createChatbotService } from '../features/chatbot/chatbot.service.ts'
import { seal, unseal } from '../features/credentials/seal.ts'
import { createExecutionsService } from '../features/executions/executions.service.ts'
import { createExecutionStripper } from '../features/executions/strip-execution.ts'
import { createWaitsService } from '../features/executions/waits.service.ts'
import { createFeedbackService } from '../features/feedback/feedback.service.ts'
import { createLeadsService } from '../features/leads/leads.service.ts'
import { createSpeakingService } from '../features/speaking/speaking.service.ts'
import { createTriggers } from '../features/triggers/create-triggers.ts'
import { createUploadsService } from '../features/uploads/uploads.service.ts'
import { createUpsertsService } from '../features/upserts/upserts.service.ts'
import { createWritingService } from '../features/writing/writing.service.ts'
import { newOrderedId } from '../ids.ts'
import { catalogue } from '../nodes/catalogue.ts'
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
  secrets: Secrets
  adapters: Adapters
  foundation: Foundation
  usage: Money['usage']
  resources: FlowResources
  flowsAndRuns: FlowsAndRuns
  knowledge: Knowledge
  search: Search
}

/** Questions to flows and what belongs to them: uploads, ratings, contact details, speech, traces. */
export function createConversations(deps: Deps) {
  const { base, secrets, adapters, foundation, usage, resources, flowsAndRuns, knowledge, search } = deps
  const { notifications, limits } = foundation
  const { credentials, defaultModel, variables, tools, assistants } = resources
  const { flows, runs, messages, upsertHistory, flowAccess: access } = flowsAndRuns
  const openCredential = credentials.openFor
  const world = { ...adapters.world, defaultModel: defaultModel.open }
  const visitorErrors = createVisitorErrors(notifications)
  const uploads = createUploadsService({
    openFolder: adapters.openUploadFolder,
    readDocument: world.readDocument,
    access,
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
    newMessageId: newOrderedId,
    flows,
    runs,
    messages,
    variables,
    tools,
    assistants,
    callAssistant: adapters.askAssistant,
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
  return {
    uploads,
    analytics,
    chat,
    upserts,
    triggers: createTriggers({
      ...withOrderedIds(base),
      ...{ flows, runs, chat, access, limits },
      sealing: {
        seal: (value, about) => seal(secrets.credentialKey, value, about),
        unseal: (text, about) => unseal(secrets.credentialKey, text, about),
      },
      fetch: adapters.world.fetch,
    }),
    chatbot: createChatbotService({ ...base, flows, access }),
    executions,
    waits: createWaitsService({ ...base, executions, answerWait: chat.answerWait }),
    feedback: createFeedbackService({ ...base, flows, limits, access }),
    leads: createLeadsService({ ...base, flows, limits, access }),
    speaking: createSpeakingService({
      ...base,
      ...{ flows, messages, runs, limits, openCredential, access, visitorErrors },
      speak: adapters.speak,
      listVoices: adapters.listVoices,
    }),
    writing: createWritingService({ ...base, ...world, catalogue, flows, runs, openCredential }),
  }
}
