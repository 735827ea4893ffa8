import { z } from 'zod'
import { isoDate } from './dates.ts'

/** Places outside the product where visitors write to a flow. */
export const channelKinds = [
  'telegram',
  'whatsapp',
  'messenger',
  'instagram',
  'slack',
  'email',
  'webhook',
] as const
export type ChannelKind = (typeof channelKinds)[number]

/** `setup`: no flow answers yet. `signed_out`: the platform rejects the token. */
export const channelStates = ['setup', 'live', 'failing', 'signed_out'] as const

type Field = {
  name: string
  /** Stored encrypted, and never sent to a browser. */
  isSecret?: true
  isOptional?: true
  /** One of these values. */
  options?: readonly string[]
}

const securities = ['tls', 'starttls', 'none'] as const
/** What owners copy from the platform. */
export const channelFields: Readonly<Record<ChannelKind, readonly Field[]>> = {
  telegram: [{ name: 'botToken', isSecret: true }],
  whatsapp: [
    { name: 'phoneNumberId' },
    { name: 'businessAccountId' },
    { name: 'accessToken', isSecret: true },
    { name: 'appSecret', isSecret: true },
  ],
  messenger: [
    { name: 'pageId' },
    { name: 'accessToken', isSecret: true },
    { name: 'appSecret', isSecret: true },
  ],
  instagram: [
    { name: 'pageId' },
    { name: 'instagramId' },
    { name: 'accessToken', isSecret: true },
    { name: 'appSecret', isSecret: true },
  ],
  slack: [
    { name: 'botToken', isSecret: true },
    { name: 'signingSecret', isSecret: true },
  ],
  email: [
    { name: 'address' },
    { name: 'password', isSecret: true },
    { name: 'senderName', isOptional: true },
    { name: 'user', isOptional: true },
    { name: 'imapHost' },
    { name: 'imapPort' },
    { name: 'imapSecurity', options: securities },
    { name: 'smtpHost' },
    { name: 'smtpPort' },
    { name: 'smtpSecurity', options: securities },
    { name: 'aliases', isOptional: true },
  ],
  webhook: [{ name: 'url' }],
}

/** `queued` < `sent` < `delivered` < `read`: a state never goes back. `unknown`: it may have arrived, so it is not sent again. */
export const partStates = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
  'dropped',
] as const
export type PartState = (typeof partStates)[number]
export const receivedStates = ['pending', 'answered', 'withheld', 'failed', 'stored'] as const

const values = z.record(z.string().max(40), z.string().trim().max(2_000))
const id = z.string().max(100)

export const checkChannelInput = z.object({ kind: z.enum(channelKinds), values })
export const createChannelInput = checkChannelInput
export const channelInput = z.object({ id })
export const channelValuesInput = z.object({ id, values })
export const serveChannelInput = z.object({
  id,
  flowId: z.string(),
  /** Takes the account over from another system that receives its messages. */
  replaces: z.boolean().default(false),
})
export const testChannelInput = z.object({
  id,
  /** A conversation of the channel. */
  chatId: z.string().max(255),
  text: z.string().trim().min(1, 'Write a message').max(1_000, 'Use at most 1,000 characters'),
})

export const channelAccountSchema = z.object({
  /** The platform's id. */
  id: z.string(),
  name: z.string(),
  /** A user name, a phone number or a URL. */
  address: z.string(),
  /** Another system receives the messages of this account. */
  otherWebhook: z.string().nullable(),
})
export type ChannelAccount = z.infer<typeof channelAccountSchema>

export const channelSchema = z.object({
  id: z.string(),
  kind: z.enum(channelKinds),
  state: z.enum(channelStates),
  account: channelAccountSchema.omit({ otherWebhook: true }),
  flow: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Copied into the settings of the platform. */
  webhookUrl: z.string(),
  verifyToken: z.string().nullable(),
  /** When the platform has called the address for the first time. */
  verifiedDate: isoDate.nullable(),
  error: z.string().nullable(),
  errorDate: isoDate.nullable(),
  /** Answers that wait until the platform accepts them. */
  queued: z.int(),
  /** Received and sent, in 7 days. */
  messages: z.int(),
  lastDate: isoDate.nullable(),
  connectedDate: isoDate.nullable(),
  /** Since then, what comes in waits and nothing is sent. */
  pausedDate: isoDate.nullable(),
  /** Messages that wait for an answer. */
  waiting: z.int(),
})
export type Channel = z.infer<typeof channelSchema>

/** `signingSecret`: for webhooks, shown this once. */
export const createdChannelSchema = channelSchema.extend({ signingSecret: z.string().nullable() })

const channelMessageSchema = z.object({
  id: z.string(),
  /** `in`: from the visitor. */
  direction: z.enum(['in', 'out']),
  chatId: z.string(),
  name: z.string(),
  text: z.string(),
  state: z.enum([...partStates, ...receivedStates]),
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
  date: isoDate,
  /** When the platform stops accepting free text in this conversation. Null where it never does. */
  windowDate: isoDate.nullable(),
})
export type ChannelMessage = z.infer<typeof channelMessageSchema>

const channelChatSchema = z.object({ chatId: z.string(), name: z.string(), lastDate: isoDate })

export const channelDetailsSchema = z.object({
  channel: channelSchema,
  /** In 7 days. `failed` includes those whose outcome is unknown. */
  counts: z.object({
    received: z.int(),
    sent: z.int(),
    delivered: z.int(),
    read: z.int(),
    queued: z.int(),
    failed: z.int(),
  }),
  /** Newest first. */
  messages: z.array(channelMessageSchema),
  /** Delivery errors of 7 days by the platform's code. */
  errors: z.array(z.object({ code: z.string(), text: z.string(), count: z.int() })),
  /** Hours after a visitor's message in which free text is accepted. Null without such a rule. */
  windowHours: z.int().nullable(),
  /** Conversations to which a test message can be sent, newest first. */
  chats: z.array(channelChatSchema),
})
export type ChannelDetails = z.infer<typeof channelDetailsSchema>
