import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import type { ChannelCursor, ChannelFile } from '#server/ports/channels.ts'
import { channelKinds, channelStates, partStates, receivedStates } from '#shared/channels.ts'

/** An account of a platform and the flow that answers there. */
export const channels = kit.table(
  'channels',
  {
    id: kit.id(),
    userId: kit.text('user_id').notNull(),
    /** Null until one was chosen. */
    flowId: kit.text('flow_id').references(() => flows.id),
    kind: kit.oneOf('kind', channelKinds).notNull(),
    state: kit.oneOf('state', channelStates).notNull(),
    /** The settings with their secrets. */
    sealed: kit.text('sealed').notNull(),
    accountId: kit.text('account_id').notNull(),
    accountName: kit.text('account_name').notNull(),
    accountAddress: kit.text('account_address').notNull(),
    verifiedDate: kit.time('verified_date'),
    error: kit.text('error'),
    errorDate: kit.time('error_date'),
    connectedDate: kit.time('connected_date'),
    /** Since then, what comes in waits and nothing is sent. */
    pausedDate: kit.time('paused_date'),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [
    kit.index('channels_user').on(t.userId),
    kit.index('channels_flow').on(t.flowId),
    // Two flows cannot answer for one account.
    kit.unique('channels_account').on(t.kind, t.accountId).where(sql`${t.flowId} is not null`),
  ],
)
export type ChannelRow = typeof channels.$inferSelect

/** A conversation on the platform. */
export const channelChats = kit.table(
  'channel_chats',
  {
    /** Also the id of the conversation. */
    chatId: kit.text('chat_id').primaryKey(),
    channelId: kit
      .text('channel_id')
      .notNull()
      .references(() => channels.id),
    /** The platform's id. */
    chatKey: kit.text('chat_key').notNull(),
    /** Another one, which some events name instead. */
    alias: kit.text('alias'),
    /** What the platform needs to send to it. */
    address: kit.json<Record<string, string>>('address').notNull(),
    name: kit.text('name').notNull(),
    /** Who writes, where one person may begin many conversations. */
    sender: kit.text('sender'),
    /** Of the visitor's newest message. */
    lastDate: kit.time('last_date').notNull(),
  },
  (t) => [
    kit.unique('channel_chats_key').on(t.channelId, t.chatKey),
    kit.index('channel_chats_alias').on(t.channelId, t.alias),
    kit.index('channel_chats_sender').on(t.channelId, t.sender),
    kit.index('channel_chats_newest').on(t.channelId, t.lastDate),
  ],
)
export type ChatRow = typeof channelChats.$inferSelect

/** What platforms have reported. Its key makes a repeated report harmless. */
export const channelEvents = kit.table(
  'channel_events',
  {
    id: kit.id(),
    channelId: kit
      .text('channel_id')
      .notNull()
      .references(() => channels.id),
    eventKey: kit.text('event_key').notNull(),
    kind: kit.oneOf('kind', ['message', 'echo', 'status', 'other']).notNull(),
    chatId: kit.text('chat_id'),
    /** The platform's id of the message. */
    messageId: kit.text('message_id'),
    text: kit.text('text').notNull(),
    files: kit.json<ChannelFile[]>('files'),
    /** The button that was pressed. */
    buttonId: kit.text('button_id'),
    state: kit.oneOf('state', receivedStates).notNull(),
    /** For a status: what the platform has reported of the message, and why it failed. */
    status: kit.oneOf('status', partStates),
    errorCode: kit.text('error_code'),
    error: kit.text('error'),
    /** The job that answers it, and the number of runs begun for it. */
    jobId: kit.text('job_id'),
    tries: kit.integer('tries').notNull(),
    sentDate: kit.time('sent_date').notNull(),
    receivedDate: kit.time('received_date').notNull(),
  },
  (t) => [
    kit.unique('channel_events_key').on(t.channelId, t.eventKey),
    kit.index('channel_events_received').on(t.channelId, t.receivedDate),
    kit.index('channel_events_message').on(t.channelId, t.messageId),
    kit.index('channel_events_pending').on(t.chatId, t.sentDate, t.id).where(sql`${t.state} = 'pending'`),
    kit.index('channel_events_chat').on(t.chatId, t.receivedDate),
  ],
)
export type EventRow = typeof channelEvents.$inferSelect

/**
 * A stored file of the conversation. `title`: its name for people. `isLink`: the platform does not take it, so the text
 * links it.
 */
export type PartFile = { name: string; title: string; mime: string; isLink?: true }

/** Answers that a message offers: to a run that waits, or next questions. */
export type Choices = { kind: 'wait' | 'prompt'; labels: string[] }

/** Messages to platforms, in the pieces that a platform accepts. */
export const channelParts = kit.table(
  'channel_parts',
  {
    id: kit.id(),
    channelId: kit
      .text('channel_id')
      .notNull()
      .references(() => channels.id),
    chatId: kit.text('chat_id').notNull(),
    /** The message of the conversation, and the number of its piece. */
    messageId: kit.text('message_id').notNull(),
    place: kit.integer('place').notNull(),
    text: kit.text('text').notNull(),
    files: kit.json<PartFile[]>('files'),
    /** The platform's id of the file, uploaded before the message is sent. */
    uploadId: kit.text('upload_id'),
    /** Shown as buttons. */
    choices: kit.json<Choices>('choices'),
    /** Answers of the AI are dropped when an operator has turned it off since. */
    isByAi: kit.boolean('is_by_ai').notNull(),
    /** No person has written it. */
    isAutomatic: kit.boolean('is_automatic').notNull().default(true),
    fence: kit.money('fence').notNull(),
    state: kit.oneOf('state', partStates).notNull(),
    /** Given by the platform, or by this server before the message is sent. */
    platformId: kit.text('platform_id'),
    errorCode: kit.text('error_code'),
    error: kit.text('error'),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [
    kit.unique('channel_parts_place').on(t.messageId, t.place),
    kit
      .index('channel_parts_open')
      .on(t.chatId, t.createdDate)
      .where(sql`${t.state} in ('queued', 'sending')`),
    kit.index('channel_parts_created').on(t.channelId, t.createdDate),
    kit.index('channel_parts_platform').on(t.channelId, t.platformId),
    kit.index('channel_parts_chat').on(t.chatId, t.createdDate),
  ],
)
export type PartRow = typeof channelParts.$inferSelect

/** Accounts that this server reads itself, each by one process at a time. */
export const channelWatches = kit.table(
  'channel_watches',
  {
    channelId: kit
      .text('channel_id')
      .primaryKey()
      .references(() => channels.id),
    /** How far it has been read. */
    cursor: kit.json<ChannelCursor>('cursor'),
    /** Of the process that reads it, new each time. */
    claimId: kit.text('claim_id'),
    leaseDate: kit.time('lease_date'),
  },
  (t) => [kit.index('channel_watches_claim').on(t.claimId)],
)
export type WatchRow = typeof channelWatches.$inferSelect
