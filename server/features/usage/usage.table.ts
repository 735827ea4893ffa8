import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { users } from '#server/features/users/users.table.ts'
import { chatTypes } from '#shared/chat.ts'

/**
 * Append-only, so that every charge can be explained. The newest row of a provider and model applies. Whole
 * pico-USD per token.
 */
export const prices = kit.table(
  'prices',
  {
    id: kit.id(),
    provider: kit.text('provider').notNull(),
    model: kit.text('model').notNull(),
    inputPico: kit.money('input_pico').notNull(),
    outputPico: kit.money('output_pico').notNull(),
    cacheReadPico: kit.money('cache_read_pico').notNull(),
    cacheWritePico: kit.money('cache_write_pico').notNull(),
    contextTokens: kit.integer('context_tokens').notNull(),
    maxOutputTokens: kit.integer('max_output_tokens').notNull(),
    /** `shipped`, or the id of the ADMIN who set it. */
    source: kit.text('source').notNull(),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [
    kit.index('prices_model').on(t.provider, t.model, t.createdDate),
    kit.check(
      'prices_positive',
      sql`${t.inputPico} >= 0 and ${t.outputPico} >= 0 and ${t.cacheReadPico} >= 0 and ${t.cacheWritePico} >= 0`,
    ),
  ],
)
export type PriceRow = typeof prices.$inferSelect

/** One row per finished model call, paid by the platform or by the owner's own key. */
export const modelCalls = kit.table(
  'model_calls',
  {
    id: kit.id(),
    runId: kit
      .text('run_id')
      .notNull()
      .references(() => runs.id),
    callId: kit.text('call_id').notNull(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    nodeId: kit.text('node_id').notNull(),
    provider: kit.text('provider').notNull(),
    model: kit.text('model').notNull(),
    /** Null when the flow's owner pays the provider directly. */
    priceId: kit.text('price_id'),
    holdId: kit.text('hold_id'),
    inputTokens: kit.integer('input_tokens').notNull(),
    cacheReadTokens: kit.integer('cache_read_tokens').notNull(),
    cacheWriteTokens: kit.integer('cache_write_tokens').notNull(),
    outputTokens: kit.integer('output_tokens').notNull(),
    reasoningTokens: kit.integer('reasoning_tokens').notNull(),
    costMicro: kit.money('cost_micro').notNull(),
    /** Our own estimate, because the provider sent no count or the call was aborted. */
    estimated: kit.boolean('estimated').notNull(),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [
    kit.unique('model_calls_call').on(t.runId, t.callId),
    kit.index('model_calls_user').on(t.userId, t.createdDate),
    kit.index('model_calls_flow').on(t.flowId, t.createdDate),
  ],
)
export type ModelCallRow = typeof modelCalls.$inferSelect

/**
 * Usage per day in the platform's time zone (UTC+3), updated with every call, so that screens need not aggregate
 * all calls.
 */
export const usageDays = kit.table(
  'usage_days',
  {
    userId: kit.text('user_id').notNull(),
    /** YYYY-MM-DD. */
    day: kit.text('day').notNull(),
    flowId: kit.text('flow_id').notNull(),
    provider: kit.text('provider').notNull(),
    model: kit.text('model').notNull(),
    chatType: kit.oneOf('chat_type', chatTypes).notNull(),
    /** Runs with an answer, under the model of their first call. */
    answers: kit.integer('answers').notNull(),
    calls: kit.integer('calls').notNull(),
    /** Includes cached tokens. */
    inputTokens: kit.money('input_tokens').notNull(),
    outputTokens: kit.money('output_tokens').notNull(),
    costMicro: kit.money('cost_micro').notNull(),
    lastDate: kit.time('last_date').notNull(),
  },
  (t) => [kit.primaryKey({ columns: [t.userId, t.day, t.flowId, t.provider, t.model, t.chatType] })],
)
export type UsageDayRow = typeof usageDays.$inferSelect

/** Spending caps of a flow in micro-USD; null means no limit. */
export const flowCaps = kit.table('flow_caps', {
  flowId: kit
    .text('flow_id')
    .primaryKey()
    .references(() => flows.id),
  userId: kit.text('user_id').notNull(),
  perDayMicro: kit.money('per_day_micro'),
  perConversationMicro: kit.money('per_conversation_micro'),
  updatedDate: kit.time('updated_date').notNull(),
})
export type FlowCapsRow = typeof flowCaps.$inferSelect

export const accountCaps = kit.table('account_caps', {
  userId: kit
    .text('user_id')
    .primaryKey()
    .references(() => users.id),
  perDayMicro: kit.money('per_day_micro'),
  perMonthMicro: kit.money('per_month_micro'),
  lowBalanceMicro: kit.money('low_balance_micro').notNull(),
  updatedDate: kit.time('updated_date').notNull(),
})
export type AccountCapsRow = typeof accountCaps.$inferSelect
