import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/**
 * What outlives a call, by its place, and why a process may keep it to itself while others serve the same users. Anything
 * else belongs into the database, or on the bus.
 */
const known: Record<string, Record<string, string>> = {
  // Stored elsewhere too, or made again when it is absent, outdated or of another version.
  cache: {
    'db/expected-schema.ts': 'expected',
    'db/migrations.ts': 'newest',
    'db/recall.ts createRecall': 'versions touched remembered lastVersion isLooked',
    'features/export-import/strip-secrets.ts': 'noFields',
    'features/flows/flow-starts.ts createFlowStarts': 'starts',
    'features/indexes/index-filters.ts createIndexFilters': 'fields loading',
    'features/indexes/index-search.ts createIndexSearch': 'counts',
    'features/indexes/index-vectors.ts createIndexVectors': 'loaded loading',
    'features/rates/rates.service.ts createRatesService': 'refreshing',
    'features/speaking/speaking.service.ts createSpeakingService': 'sounds going',
    'features/stores/pending-chunks.ts createPendingCounts': 'counts',
    'features/system/disk-usage.ts createDiskUsage': 'counted counting',
    'features/templates/shipped-templates.ts createShippedTemplates': 'made recipes',
    'features/templates/template-cost.ts createTemplateCost': 'plans',
    'features/uploads/upload-space.ts createUploadSpace': 'full making',
    'features/usage/caps.service.ts createCapsService': 'known changes',
    'features/usage/prices.service.ts createPricesService': 'known changes',
    'http/shared-response.ts createSharedResponses': 'responses characters',
    'nodes/memory/summarise.ts': 'summaries',
    'nodes/vector-stores/pinecone-store.ts': 'hosts',
    'search/bit-scan.ts': 'module',
    'search/search.ts createSearch': 'file building',
    'search/search-words.ts': 'known',
    'upstream/images/read-picture.ts createReadPicture': 'read',
    'upstream/models/chat-model.ts createChatPort': 'providers models',
    'upstream/models/providers/google-token.ts createGoogleTokens': 'known',
    'upstream/models/providers/vertex-embeddings.ts': 'accounts',
    'upstream/models/thoughts.ts': 'sealed',
    'upstream/releases/latest-release.ts createLatestRelease': 'stored',
  },
  // Connections, threads, timers and work of this process; what must outlive it is in the database.
  own: {
    'bus/bus.ts createDelivery': 'listeners working',
    'bus/notify-bus.ts createNotifyBus':
      'gapListeners peers syncs link heardAt isClosed generation openedAt stop giveUp',
    'db/background-reader.ts createBackgroundReader': 'thread reading',
    'db/checkpoint-thread.ts openCheckpointThread': 'failure waiting',
    'db/checkpoints.ts startCheckpoints': 'isCopied lastUsed running thread',
    'db/group-commit.ts createGroupCommit': 'waiting deferred draining unsynced timer failure',
    'db/read-thread.ts openReadThread': 'hasEnded lastId waiting',
    'db/read-thread.ts serve': 'statements',
    'features/analytics/analytics.service.ts createAnalyticsService': 'pending reportLoss',
    'features/auth/sessions.service.ts createSessionsService': 'beingSeen',
    'features/backups/backups.service.ts createBackupsService': 'abort running unstored',
    'features/channels/send-part.ts createSendPart': 'withPresses',
    'features/channels/watch-accounts.ts createWatches': 'running isStopping ticking',
    'features/chat/open-answers.ts createOpenAnswers': 'open beginning',
    'features/chat/wake-parents.ts createParents': 'replies',
    'features/indexes/sweep-indexes.ts createIndexSweep': 'sweeping',
    'features/jobs/job-waiters.ts createJobWaiters': 'waiters',
    'features/jobs/jobs.service.ts createJobsService':
      'onError handlers running isStopping ticking isTickDue',
    'features/live/fan-out.ts createFanOut': 'topics',
    'features/live/live.service.ts createLiveService': 'announced changed announcing',
    'features/live/visitor-stream.service.ts createVisitorStream': 'chats',
    'features/live/watchers.ts createWatchers': 'beat changed count groups turn',
    'features/messages/write-messages.ts createMessageWriter': 'sendReply',
    'features/payments/reconcile.ts createReconciler': 'running',
    'features/payments/report.ts createReporting': 'compared',
    'features/payments/start-payment.ts createStarting': 'starting',
    'features/runs/claim-run.ts createClaims': 'seenAt',
    'features/runs/remove-logs.ts createLogRemoval': 'after',
    'features/runs/runs.service.ts createRunsService': 'opened',
    'features/takeover/permits.service.ts createPermits': 'open',
    'import-worker.ts serve': 'blocks file options place',
    'telemetry/tracer.ts': 'tracer',
    'upstream/documents/document-pool.ts createDocumentReader': 'idle',
    'upstream/documents/document-process.ts openDocumentProcess': 'isSound',
    'upstream/documents/read-in-process.ts createReadDocument': 'reader',
    'upstream/files/s3-requests.ts createS3Requests': 'client',
    'upstream/guarded-fetch.ts createGuardedFetch': 'client',
    'upstream/mcp/open-mcp.ts createOpenMcp': 'stored',
    'upstream/own-callback.ts createOwnCallbackFetch': 'fetches',
    'upstream/redis/open-redis.ts createRedisPort': 'opened',
    'upstream/scripts/quickjs-modules.ts openModules': 'idle',
    'upstream/scripts/run-code.ts createRunCode': 'threads waiting lastId module starting',
    'upstream/scripts/script-thread.ts openScriptThread': 'isClosed',
    'upstream/scripts/script-thread.ts serve': 'running calls watch',
    'upstream/telemetry/exporter.ts createTraceExporter': 'queues working notify',
  },
  // Events of the bus, for a few seconds; their publishers repeat them.
  heard: {
    'features/live/presence.ts createPresence': 'chats',
    'features/presence/presence.service.ts createPresenceService': 'flows',
  },
  // What this process does at once.
  limit: {
    'features/auth/check-password.ts createPasswordCheck': 'running',
    'features/channels/wait-for-answer.ts createAnswerWaits': 'waiting',
    'features/export-import/export-import.service.ts createExportImportService': 'importing',
    'features/live/visitor-stream.service.ts createVisitorStream': 'streams',
    'upstream/documents/fair-queue.ts createFairQueue': 'flows running waiting waitingBytes',
  },
  // What this process reports of itself.
  report: {
    'db/slow-statements.ts': 'recorded',
    'features/payments/payments.routes.ts createThrottle': 'openUntil suppressed',
    'features/wallet/ledger-watch.ts createLedgerWatch': 'last looking',
    'telemetry/event-loop.ts createLoopWatch': 'delay',
    'telemetry/metrics/registry.ts createSeries': 'entries',
    'telemetry/recent-errors.ts createRecentErrors': 'errors',
    'telemetry/request-id.ts': 'count',
  },
}

/** Functions whose results belong to one call, run or connection. */
const ofOneCall = new Set(
  `buildHandles buildIndex createAgentFrames createAnswerWriter createApprovalGate createCallIds
  createChatFrames createItemFold createLimitedAdapter createLiveRun createPermit createProgressReporter createReasoningFold
  createReasoningFrames createReuse createRunTrace createSignIn createSpending createStream createTableBudget
  createTrace makeAssistantFlow openClient openFence openGoogle openImportReader openToOtherSites openTree
  openWaitsOf openableNodes`.split(/\s+/),
)

const collections = new Set(['Map', 'Set', 'LRUCache'])
const makers = /^(?:build|create|make|open|serve|start)/

type Node = { type: string; [key: string]: unknown }

test('everything that a process remembers between calls has a reason', () => {
  const files = globSync('server/**/*.ts').filter(
    (path) => !/\.test\.ts$|\/(?:commands|sandbox|testing|test-[^/]+)(?:\/|\.ts)/.test(path),
  )
  const found = files.flatMap((file) => listState(file.replace('server/', ''))).toSorted()
  const listed = Object.values(known).flatMap((places) =>
    Object.entries(places).flatMap(([place, names]) => names.split(' ').map((name) => `${place} ${name}`)),
  )

  expect(found.length).toBeGreaterThan(50)
  expect(found).toEqual(listed.toSorted())
})

/** As `file name`, or `file maker name` within the function that makes it. */
function listState(file: string): string[] {
  const { program } = parseSync(file, readFileSync(`server/${file}`, 'utf8'))
  const statements = (program.body as unknown as Node[]).map(unexported)
  const made = statements.flatMap((statement) => {
    const name = (statement.id as { name?: string } | null)?.name ?? ''
    const isMaker = statement.type === 'FunctionDeclaration' && makers.test(name) && !ofOneCall.has(name)
    const { body = [] } = (statement.body ?? {}) as { body?: Node[] }
    return isMaker ? body.flatMap(variablesOf).map((variable) => `${name} ${variable}`) : []
  })
  return [...statements.flatMap(variablesOf), ...made].map((name) => `${file} ${name}`)
}

const unexported = (statement: Node) =>
  statement.type === 'ExportNamedDeclaration' && statement.declaration
    ? (statement.declaration as Node)
    : statement

/** Names of variables that change, and of collections that are empty at first. */
function variablesOf({ type, kind, declarations }: Node): string[] {
  if (type !== 'VariableDeclaration') {
    return []
  }
  return (declarations as { id: { name?: string }; init: Node | null }[])
    .filter(({ init }) => kind === 'let' || (init && isCollection(init)))
    .map(({ id }) => id.name ?? '[…]')
}

function isCollection({ type, callee, elements, arguments: given }: Node): boolean {
  const name = (callee as { name?: string } | undefined)?.name ?? ''
  const isEmpty = name === 'LRUCache' || (given as unknown[] | undefined)?.length === 0
  return (
    (type === 'NewExpression' && collections.has(name) && isEmpty) ||
    (type === 'ArrayExpression' && (elements as unknown[]).length === 0)
  )
}
