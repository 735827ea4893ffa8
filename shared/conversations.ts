import { z } from 'zod'
import { type ChatType, chatTypes, messageSchema } from './chat.ts'
import { isoDate } from './dates.ts'
import { ratings } from './feedback.ts'

/** What stands between the messages of a conversation, for operators alone. */
export const entryKinds = ['note', 'ai_off', 'ai_on', 'handed_back', 'person_requested'] as const

/** Who has written the newest message. */
export const authors = ['visitor', 'bot', 'operator'] as const

/** An operator can take part in conversations with visitors, not in tests, schedules and webhooks. */
export function isSwitchable({ chatType }: { chatType: ChatType }): boolean {
  return chatType === 'EXTERNAL'
}

const unattended = ['api', 'flow', 'evaluation']

/** Whether the visitor sees a message that is not the answer to a question. A program that calls the API need not. */
export function hasVisitor({ chatType, platform }: { chatType: ChatType; platform: string }): boolean {
  return isSwitchable({ chatType }) && !unattended.includes(platform)
}

const conversationFilters = [
  'all',
  'requested',
  'unread',
  'ai_off',
  'operator',
  'lead',
  'negative',
  'failed',
] as const
export type ConversationFilter = (typeof conversationFilters)[number]

/**
 * `waiting`: visitors without an answer first, the longest wait on top. `unread`: those with most unread messages first.
 */
export const listSorts = ['newest', 'waiting', 'unread'] as const
export type ListSort = (typeof listSorts)[number]

/** Without a flow, all flows that the caller may read. */
const scope = {
  flowId: z.string().optional(),
  platforms: z.array(z.string().max(40)).max(40).optional(),
  /** Conversations with a message in this time. */
  startDate: z.coerce.date<string>().optional(),
  endDate: z.coerce.date<string>().optional(),
}

const selection = {
  ...scope,
  filter: z.enum(conversationFilters).default('all'),
  rating: z.enum(ratings).optional(),
  search: z.string().trim().max(200).optional(),
}

export const inboxListInput = z.object({
  ...selection,
  /** A search lists the newest message first, whatever the order. */
  sort: z.enum(listSorts).default('newest'),
  limit: z.int().min(1).max(100).default(50),
  /** `nextCursor` of the previous page. */
  cursor: z.string().max(600).nullish(),
})
export const inboxStatsInput = z.object(scope)

export const chatKey = z.object({ flowId: z.string(), chatId: z.string().min(1).max(255) })
export type ChatKey = z.infer<typeof chatKey>

export const conversationSchema = z.object({
  flowId: z.string(),
  flowName: z.string(),
  chatId: z.string(),
  sessionId: z.string(),
  chatType: z.enum(chatTypes),
  platform: z.string(),
  /** Number of the newest message. */
  sequence: z.int(),
  messageCount: z.int(),
  /** Messages of the visitor that no operator has read. */
  unread: z.int(),
  /** Number of the newest message by hand that the visitor has seen. */
  seenSequence: z.int(),
  isAiOff: z.boolean(),
  /** Name of the operator who has turned AI off or on, and when. */
  switchedBy: z.string().nullable(),
  switchedDate: isoDate.nullable(),
  /** Since when the visitor waits for a person. */
  requestedDate: isoDate.nullable(),
  hasOperator: z.boolean(),
  rating: z.enum(ratings).nullable(),
  /** Why the latest answer failed. */
  failure: z.string().nullable(),
  /** Dollars. */
  cost: z.number(),
  /** The first message and the newest one, shortened. */
  title: z.string(),
  preview: z.string(),
  previewBy: z.enum(authors),
  startedDate: isoDate,
  updatedDate: isoDate,
  /** From the lead form. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Number of the newest message that a search has found. */
  found: z.int().optional(),
})
export type Conversation = z.infer<typeof conversationSchema>

export const inboxListSchema = z.object({
  /** The first page begins with the visitors who wait for a person. */
  items: z.array(conversationSchema),
  nextCursor: z.string().nullable(),
})

export const inboxStatsSchema = z.object({
  sessions: z.int(),
  messages: z.int(),
  requested: z.int(),
  unread: z.int(),
  aiOff: z.int(),
  handedOver: z.int(),
  feedback: z.int(),
  positive: z.int(),
  /** Milliseconds; null without answers. */
  medianAnswerMs: z.int().nullable(),
  /** Dollars. */
  cost: z.number(),
})
export type InboxStats = z.infer<typeof inboxStatsSchema>

const entrySchema = z.object({
  id: z.string(),
  chatId: z.string(),
  kind: z.enum(entryKinds),
  /** Name of the operator; null for what the flow or the visitor has done. */
  actorName: z.string().nullable(),
  isOwn: z.boolean(),
  text: z.string(),
  createdDate: isoDate,
})

export const threadMessageSchema = messageSchema
  .extend({
    sequence: z.int(),
    isManualMessage: z.boolean().optional(),
    operatorName: z.string().optional(),
    /** The answer was cut when an operator turned AI off. */
    isCut: z.boolean().optional(),
  })
  .loose()

export const threadInput = chatKey.extend({
  /** Only messages with a lower number. */
  before: z.int().min(1).optional(),
  limit: z.int().min(1).max(200).default(50),
})
export const threadSchema = z.object({
  conversation: conversationSchema,
  /** Oldest first. */
  messages: z.array(threadMessageSchema),
  hasOlder: z.boolean(),
  entries: z.array(entrySchema),
})
export type Thread = z.infer<typeof threadSchema>

/** Chats of one flow. */
export const chatsInput = z.object({
  flowId: z.string(),
  chatIds: z.array(z.string().min(1).max(255)).min(1).max(100),
})
