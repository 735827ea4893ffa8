import { z } from 'zod'
import { conversationSchema, threadMessageSchema } from './conversations.ts'

const person = z.object({
  id: z.string(),
  name: z.string(),
  by: z.enum(['operator', 'visitor']),
  isTyping: z.boolean(),
})
export type PresentPerson = z.infer<typeof person>

const liveMessageSchema = threadMessageSchema.extend({ platform: z.string() })

const type = <const Type extends string>(name: Type) => z.literal(name)
const timestamp = z.number()

/** What the server sends to operators. */
export const liveFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: type('connected'), connectionId: z.string(), timestamp }),
  z.object({ type: type('pong'), timestamp }),
  z.object({ type: type('testResponse'), timestamp }),
  z.object({ type: type('heartbeat'), timestamp }),
  z.object({ type: type('newMessage'), data: liveMessageSchema }),
  z.object({
    type: type('sessionStateChange'),
    data: z.object({
      flowId: z.string(),
      chatId: z.string(),
      /** Absent when unchanged; null when it was deleted. */
      conversation: conversationSchema.nullish(),
      /** Who reads or writes in it. */
      people: z.array(person).optional(),
      /** A note was added or removed, or the like. */
      hasNewEntries: z.boolean().optional(),
    }),
  }),
  z.object({ type: type('multiConnectionNotice'), connections: z.int() }),
  z.object({
    type: type('aiToggleChange'),
    flowId: z.string(),
    chatId: z.string(),
    disabled: z.boolean(),
    /** Events may have been missed: everything shown must be read again. */
    forceRefresh: z.boolean(),
    timestamp,
    /** The window that has switched. */
    sourceClient: z.string(),
  }),
  z.object({ type: type('error'), message: z.string() }),
])
export type LiveFrame = z.infer<typeof liveFrameSchema>

const chat = { flowId: z.string().max(255), chatId: z.string().min(1).max(255) }

/** What operators send. */
export const liveRequestSchema = z.discriminatedUnion('type', [
  z.object({
    type: type('subscribe'),
    chatflowId: z.string(),
    clientId: z.string().max(64).default(''),
    timestamp: z.number().optional(),
  }),
  z.object({ type: type('ping') }),
  z.object({ type: type('test') }),
  /** Repeated every few seconds while it holds. */
  z.object({ type: type('presence'), ...chat, isTyping: z.boolean() }),
])
export type LiveRequest = z.infer<typeof liveRequestSchema>

/** Presence that is not repeated ends after this time. */
export const PRESENCE_MS = 12_000
