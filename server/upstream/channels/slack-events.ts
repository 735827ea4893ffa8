import { z } from 'zod'
import type { IncomingEvent } from '#server/ports/channels.ts'
import { parseJson } from '#shared/json.ts'

const fileSchema = z.object({
  id: z.string(),
  name: z.string().default('file'),
  mimetype: z.string().default('application/octet-stream'),
  url_private_download: z.string(),
})
const eventSchema = z.object({
  type: z.string(),
  subtype: z.string().optional(),
  channel: z.string().optional(),
  channel_type: z.string().optional(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  text: z.string().default(''),
  ts: z.string().optional(),
  thread_ts: z.string().optional(),
  files: z.array(fileSchema).default([]),
})
const callbackSchema = z.object({ team_id: z.string(), event_id: z.string(), event: eventSchema })

const actionsSchema = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id: z.string() }),
  user: z.object({ id: z.string(), name: z.string().optional() }),
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string(), thread_ts: z.string().optional() }),
  actions: z
    .array(
      z.object({
        action_id: z.string(),
        action_ts: z.string(),
        value: z.string(),
        text: z.object({ text: z.string() }),
      }),
    )
    .min(1),
})

/** The events of a body: JSON for events, a form with JSON in it for presses. `account`: team, user and bot. */
export function readEvents(raw: string, account: string): IncomingEvent[] {
  if (raw.startsWith('payload=')) {
    const { data } = actionsSchema.safeParse(parseJson(new URLSearchParams(raw).get('payload') ?? ''))
    return data ? pressesOf(data) : []
  }
  const { data } = callbackSchema.safeParse(parseJson(raw))
  return data ? eventsOf(data, account) : []
}

/** The message with the buttons names the conversation, in which it is the bot's own. */
function pressesOf({
  team,
  user,
  channel,
  message,
  actions,
}: z.output<typeof actionsSchema>): IncomingEvent[] {
  const isDirect = channel.id.startsWith('D')
  const thread = isDirect ? message.thread_ts : (message.thread_ts ?? message.ts)
  return actions.map(({ action_ts: time, value: buttonId, text: { text } }) => ({
    ...{ kind: 'message', key: `press:${team.id}:${channel.id}:${message.ts}:${time}`, text, files: [] },
    ...{
      messageId: `press:${time}`,
      press: { buttonId },
      sentDate: new Date(Math.floor(Number(time) * 1_000)),
    },
    chat: chatOf(channel.id, thread, user.id),
  }))
}

function chatOf(channel: string, thread: string | undefined, name: string) {
  return {
    key: thread ? `${channel}:${thread}` : channel,
    address: { channel, ...(thread && { thread_ts: thread }) },
    name,
  }
}

function eventsOf(
  { team_id: team, event_id, event }: z.output<typeof callbackSchema>,
  account: string,
): IncomingEvent[] {
  const [, userId, botId] = account.split(':')
  const { type, subtype, channel, user, ts } = event
  if (type === 'tokens_revoked' || type === 'app_uninstalled') {
    return [{ kind: 'signed_out', key: `event:${event_id}`, text: type }]
  }
  const isOwn = event.bot_id === botId || user === userId
  if (!isMessage(event) || isOwn || event.bot_id || !channel || !ts || !user) {
    return [{ kind: 'other', key: `event:${event_id}`, text: subtype ?? type }]
  }
  return [messageEvent({ ...event, team, channel, ts, user }, `<@${userId}>`)]
}

function isMessage({ type, subtype }: SlackEvent) {
  return type === 'app_mention' || (type === 'message' && (!subtype || subtype === 'file_share'))
}

type SlackEvent = z.output<typeof eventSchema>
type SlackMessage = SlackEvent & { team: string; channel: string; ts: string; user: string }

function messageEvent(event: SlackMessage, mention: string): IncomingEvent {
  const { team, type, channel, ts, user, thread_ts: thread } = event
  const isDirect = event.channel_type === 'im'
  const isMentioned = type === 'app_mention' || event.text.includes(mention)
  const threadOf = isDirect ? thread : (thread ?? ts)
  return {
    // Both events of a mention have the same time stamp.
    ...{ kind: 'message', key: `message:${team}:${channel}:${ts}`, messageId: `${channel}:${ts}` },
    text: toPlainText(event.text.replaceAll(mention, '')).trim(),
    chat: chatOf(channel, threadOf, user),
    files: event.files.map(({ url_private_download: id, name, mimetype: mime }) => ({ id, name, mime })),
    sentDate: new Date(Math.floor(Number(ts) * 1_000)),
    ...(!isDirect && !isMentioned && { isFollowUp: true as const }),
  }
}

/** `<https://a.b|text>` and `&amp;` as a person has typed them. */
function toPlainText(text: string) {
  return text
    .replace(/<(https?:[^|>]+)(?:\|[^>]*)?>/g, '$1')
    .replace(/<[@#!]([^|>]+)(?:\|([^>]*))?>/g, (_, id: string, name?: string) => name ?? id)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
