import type { Reader, Writer } from '#server/db/store.ts'
import { afterCommit } from '#server/db/transaction-scope.ts'
import type { MessagesService, StoredMessage } from '#server/features/messages/messages.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import { createAnswers } from './answer-messages.ts'
import { createHealth } from './channel-health.ts'
import { createChannelSecrets, type Sealing } from './channel-secrets.ts'
import * as rows from './channels.repository.ts'
import { createChannelsService } from './channels.service.ts'
import * as chatRows from './chats.repository.ts'
import { createDeliveries } from './deliver-parts.ts'
import * as eventRows from './events.repository.ts'
import { choicesOf, contentOf, promptsOf } from './message-content.ts'
import { createReceiver } from './receive-events.ts'
import { createResumption } from './resume-channel.ts'
import { createSendPart } from './send-part.ts'
import { createAnswerWaits } from './wait-for-answer.ts'
import { createWatches } from './watch-accounts.ts'

type Place = NonNullable<Awaited<ReturnType<typeof chatRows.findChat>>>
type Settings<Create extends (deps: never) => unknown> = Omit<
  Parameters<Create>[0],
  | 'secrets'
  | 'deliveries'
  | 'messages'
  | 'watches'
  | 'resumption'
  | 'health'
  | 'storeEvents'
  | 'sendPart'
  | 'webhookUrl'
>
type Deps = Settings<typeof createAnswers> &
  Settings<typeof createChannelsService> &
  Settings<typeof createDeliveries> &
  Settings<typeof createReceiver> &
  Settings<typeof createWatches> &
  Settings<typeof createSendPart> &
  Parameters<typeof createHealth>[0] & {
    messages: Pick<MessagesService, 'findConversation' | 'onReply'>
    uploads: Pick<UploadsService, 'openStored' | 'linkTo' | 'typeOf'>
    sealing: Sealing
    /** Without a trailing slash: where platforms reach this server. */
    publicUrl(): string
    /** Of the settings of a flow. */
    startersOf(chatbotConfig: string | null): string[]
  }

/** Conversations on other platforms: received, answered by flows or operators, and sent. */
export function createChannels(deps: Deps) {
  const { messages } = deps
  const secrets = createChannelSecrets(deps.sealing)
  const health = createHealth(deps)
  const webhookUrl = (id: string) => `${deps.publicUrl()}/api/v1/channels/${id}/events`
  const sendPart = createSendPart({ ...deps, secrets, health, webhookUrl })
  const deliveries = createDeliveries({ ...deps, secrets, sendPart })
  createAnswers({ ...deps, secrets, deliveries })

  messages.onReply(async (tx, reply, fence) => {
    const place = reply.chatType === 'EXTERNAL' ? await chatRows.findChat(tx, reply.chatId) : undefined
    // Written in the platform's own app, so it is there already.
    if (place?.channel.flowId === reply.flowId && !(await eventRows.isEcho(tx, reply.id))) {
      await queue(tx, place, reply, fence)
    }
  })

  async function queue(tx: Writer, place: Place, reply: StoredMessage, fence: number | null) {
    const content = contentOf(reply, { ...deps.uploads, origin: deps.publicUrl() })
    const offered = choicesOf(reply)
    const isEmpty = content.text === '' && content.files.length === 0 && offered?.kind !== 'wait'
    if (!isEmpty) {
      const choices = offered ?? (isFirstAnswer(reply) ? await startersOf(tx, reply.flowId) : undefined)
      const message = { messageId: reply.id, ...content, choices, fence, isAutomatic: fence !== null }
      await deliveries.queue(tx, place, message)
      afterCommit(deps.jobs.wake)
    }
  }

  async function startersOf(tx: Reader, flowId: string) {
    return promptsOf(deps.startersOf((await rows.findChatbotConfig(tx, flowId)) ?? null))
  }

  const received = createReceiver({ ...deps, secrets, health })
  const { receive, storeEvents } = received
  const watches = createWatches({ ...deps, secrets, health, storeEvents })
  const resumption = createResumption({ ...deps, received, deliveries })
  return {
    ...createChannelsService({ ...deps, secrets, deliveries, resumption, watches, webhookUrl }),
    receive,
    waitForAnswer: createAnswerWaits(deps),
    watch: watches.tick,
    stopWatching: watches.stopAll,
  }
}

/** People on platforms write first, so what they may ask is offered with the answer to that. */
function isFirstAnswer({ sequence, operatorId }: StoredMessage) {
  return sequence <= 2 && operatorId === null
}
