import { createCounter, createGauge, createHistogram } from './registry.ts'

// What this process counts while it works, as plain numbers; everything else is read at the moment of a scrape
// (collect.ts). Labels have few values, and none of them says anything about a user.

/** Seconds. Answers take from milliseconds to a minute. */
const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const modelBounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160]
const commitBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1]

export const requestDuration = createHistogram(
  'http_request_duration_seconds',
  'Time from the arrival of a request to the end of its response.',
  { labels: ['method', 'route', 'status'], bounds: requestBounds },
)
export const requestsInFlight = createGauge(
  'http_requests_in_flight',
  'Requests without a complete response.',
)
export const streamsOpen = createGauge(
  'flowtill_streams_open',
  'Open subscriptions of pages and chats: server-sent events and WebSockets.',
  ['transport'],
)

export const runsStarted = createCounter('flowtill_runs_started_total', 'Runs of flows begun.')
export const runsEnded = createCounter('flowtill_runs_ended_total', 'Runs of flows ended, by outcome.', [
  'outcome',
])

export const modelCallDuration = createHistogram(
  'flowtill_model_call_duration_seconds',
  'Time from the request to a model to its complete reply.',
  { labels: ['provider', 'outcome'], bounds: modelBounds },
)
export const modelTokens = createCounter('flowtill_model_tokens_total', 'Tokens of model calls.', [
  'provider',
  'type',
])

export const walletOperations = createCounter(
  'flowtill_wallet_operations_total',
  'Holds, captures and releases of wallets.',
  ['operation'],
)

export const jobsEnded = createCounter(
  'flowtill_jobs_ended_total',
  'Attempts of background jobs, by outcome.',
  ['kind', 'outcome'],
)

export const commitSize = createHistogram(
  'flowtill_db_commit_transactions',
  'Transactions that shared one commit (SQLite).',
  { bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256] },
)
export const commitDuration = createHistogram(
  'flowtill_db_commit_duration_seconds',
  'Time of one commit with its sync to the disk (SQLite).',
  { bounds: commitBounds },
)
export const slowStatements = createCounter(
  'flowtill_db_slow_statements_total',
  'Database statements that took longer than 50 ms.',
)

export const channelSends = createCounter(
  'flowtill_channel_sends_total',
  'Messages sent to chat platforms, by outcome.',
  ['channel', 'outcome'],
)

export const spansLost = createCounter('flowtill_spans_lost_total', 'Trace spans that no receiver accepted.')

export const instruments = [
  ...[requestDuration, requestsInFlight, streamsOpen, runsStarted, runsEnded, modelCallDuration, modelTokens],
  ...[walletOperations, jobsEnded, commitSize, commitDuration, slowStatements, channelSends, spansLost],
]
