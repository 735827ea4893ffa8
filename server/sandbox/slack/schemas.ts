import { z } from 'zod'
import { deliverySchema } from '../channels/deliver.ts'
import { failureSchema } from '../channels/failures.ts'

const MAX_MARKDOWN = 12_000
export const tokenPattern = /^xoxb-[\w-]*sandbox/

export const controlSchema = z.object({
  botToken: z.string().regex(tokenPattern),
  failures: z.array(failureSchema).optional(),
  hook: z.object({ url: z.url(), signingSecret: z.string() }).optional(),
  say: z
    .object({
      ...deliverySchema.shape,
      channel: z.string().default('D1'),
      /** In a channel: the message mentions the bot, and comes as two events. */
      mentions: z.boolean().default(false),
      user: z.string().default('U7'),
      text: z.string(),
      ts: z.string().optional(),
      threadTs: z.string().optional(),
      subtype: z.string().optional(),
      /** Seconds that the signature is old. */
      age: z.int().default(0),
    })
    .optional(),
  /** A person presses a button below a message of the bot. */
  press: z
    .object({
      ...deliverySchema.shape,
      ts: z.string(),
      value: z.string(),
      user: z.string().default('U7'),
      age: z.int().default(0),
    })
    .optional(),
  /** The scopes of the app, where it was installed long ago. */
  scopes: z.array(z.string()).optional(),
  /** An event that is no message. */
  event: z.object({ type: z.string() }).optional(),
})
const button = z.object({
  type: z.literal('button'),
  action_id: z.string().min(1).max(255),
  value: z.string().max(2_000),
  text: z.object({ type: z.literal('plain_text'), text: z.string().min(1).max(75) }),
})
const place = { channel: z.string().min(1), thread_ts: z.string().optional() }
export const messageSchema = z.union([
  z.strictObject({ ...place, markdown_text: z.string().min(1).max(MAX_MARKDOWN) }),
  z.strictObject({
    ...place,
    text: z.string().min(1),
    blocks: z.tuple([
      z.object({ type: z.literal('markdown'), text: z.string().min(1).max(MAX_MARKDOWN) }),
      z.object({ type: z.literal('actions'), elements: z.array(button).min(1).max(25) }),
    ]),
  }),
])
export const uploadSchema = z.object({ filename: z.string().min(1), length: z.coerce.number().int().min(1) })
export const completeSchema = z.object({
  files: z.array(z.object({ id: z.string(), title: z.string().optional() })).length(1),
  channel_id: z.string(),
  thread_ts: z.string().optional(),
})

/** The text and the buttons of a message. */
export function shownBlocks([{ text }, { elements }]: Extract<
  z.output<typeof messageSchema>,
  { text: string }
>['blocks']) {
  const buttons = elements.map(({ text: label, value, action_id: actionId }) => ({
    ...{ text: label.text, value, actionId },
  }))
  return { text, buttons }
}
