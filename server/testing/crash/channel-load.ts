import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { sendJson, signUp } from './send-json.ts'

/**
 * What a conversation is about. `file`: its first message has an attachment. `media`: the same, and its answers return it.
 * `choice`: its first answer asks, with choices, and its second message is one of them.
 */
export const talks = ['text', 'file', 'media', 'choice'] as const
type Talk = (typeof talks)[number]

export const MESSAGES_PER_CHAT = 2
export const NOTE = 'note.txt'
/** Between two attempts of the platform to deliver a message. */
const REPEAT_MS = 100

type Channel = { id: string; secret: Buffer }
type Channels = Readonly<Record<Talk, Channel>>
export type Message = { talk: Talk; chat: string; place: number }

export const hasAttachment = ({ talk, place }: Message) =>
  (talk === 'file' || talk === 'media') && place === 0
/** It goes on with a run, and asks nothing. */
export const isChoice = ({ talk, place }: Message) => talk === 'choice' && place > 0
export const noteOf = (chat: string) => Buffer.from(`The note of ${chat}.`)

/** A channel for each flow: a chat flow, one that answers with a file, and one that asks. */
export async function connectChannels(url: string, host: string) {
  const { headers } = await signUp(url, 'ada')
  const send = (path: string, body: object) => sendJson(url + path, body, headers)
  const connect = async (flow: object): Promise<Channel> => {
    const { id: flowId } = (await send('/api/v1/chatflows', { name: 'Desk', ...flow })) as { id: string }
    const values = { url: `http://${host}/answers` }
    const { result } = (await send('/trpc/channels.create', { kind: 'webhook', values })) as {
      result: { data: { id: string; signingSecret: string } }
    }
    const { id, signingSecret } = result.data
    await send('/trpc/channels.serve', { id, flowId })
    return { id, secret: Buffer.from(signingSecret.replace('whsec_', ''), 'base64') }
  }
  const desk = await connect({ type: 'CHATFLOW', flowData: aDemoFlow() })
  const mirror = await connect({ type: 'AGENTFLOW', flowData: JSON.stringify(mirrorFlow) })
  const asking = await connect({ type: 'AGENTFLOW', flowData: JSON.stringify(askingFlow) })
  const channels: Channels = { text: desk, file: desk, media: mirror, choice: asking }
  return { channels, headers }
}

const start = { id: 'start', name: 'startAgentflow' }
const reply = (id: string, directReplyMessage: string) => ({
  ...{ id, name: 'directReplyAgentflow', inputs: { directReplyMessage } },
})
const place = 'chatflowId={{ $flow.chatflowId }}&chatId={{ $flow.chatId }}'
const llm = {
  ...{ id: 'llm', name: 'llmAgentflow' },
  inputs: { llmModel: 'flowtillDemoModel', llmModelConfig: {}, llmReturnResponseAs: 'assistantMessage' },
}
const mirrorFlow = aControlFlow(
  [start, llm, reply('end', `{{ llm }}\n\n![Note](/api/v1/get-upload-file?${place}&fileName=${NOTE})`)],
  ['start -> llm', 'llm -> end'],
)
const check = {
  ...{ id: 'check', name: 'humanInputAgentflow' },
  inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Shall it be sent?' },
}
const askingFlow = aControlFlow(
  [start, check, reply('yes', 'It is sent.'), reply('no', 'It stays.')],
  ['start -> check', 'check:0 -> yes', 'check:1 -> no'],
)

function textOf({ talk, place: number }: Message) {
  return talk === 'choice'
    ? ['Send my order.', '1'][number]
    : `What is ${number + 1} * 1000? [[sandbox latency=${number * 20}]]`
}

/** Words of the answer to a message. */
export function answerOf({ talk, place: number }: Message): readonly string[] {
  return talk === 'choice'
    ? ([['Shall it be sent?', '1. ', '2. '], ['It is sent.']][number] ?? [])
    : [String((number + 1) * 1000)]
}

/** As platforms do: until it is acknowledged, always with the same id, and sometimes once more. */
export async function deliver(urlOf: () => string, channels: Channels, host: string, message: Message) {
  const { talk, chat, place: number } = message
  const { id, secret } = channels[talk]
  const attachment = { name: NOTE, mimeType: 'text/plain', url: `http://${host}/notes/${chat}` }
  const body = JSON.stringify({
    ...{ event: 'message', conversationId: chat, sender: { id: chat }, text: textOf(message) },
    ...(hasAttachment(message) && { attachments: [attachment] }),
  })
  const messageId = `${chat}-${number}`
  let left = Math.random() < 0.1 ? 2 : 1
  while (left > 0) {
    const time = String(Math.floor(Date.now() / 1_000))
    const signature = createHmac('sha256', secret).update(`${messageId}.${time}.${body}`).digest('base64')
    const status = await fetch(`${urlOf()}/api/v1/channels/${id}/events`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'webhook-id': messageId, 'webhook-timestamp': time },
        'webhook-signature': `v1,${signature}`,
      },
      body,
    }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) {
      left -= 1
    } else if (status !== 0) {
      throw new Error(`The channel answered ${status}.`)
    } else {
      await pause(REPEAT_MS)
    }
  }
}
