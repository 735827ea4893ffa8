import { afterCommit } from '#server/db/transaction-scope.ts'
import type { MessagesService, StoredMessage } from '#server/features/messages/messages.service.ts'
import { createAnswers } from './answer-messages.ts'
import { withChoices } from './ask-visitors.ts'
import { createHealth } from './channel-health.ts'
import { createChannelSecrets, type Sealing } from './channel-secrets.ts'
import { createChannelsService } from './channels.service.ts'
import * as chatRows from './chats.repository.ts'
import { createDeliveries } from './deliver-parts.ts'
import * as eventRows from './events.repository.ts'
import { createReceiver } from './receive-events.ts'
import { createAnswerWaits } from './wait-for-answer.ts'
import { createWatches } from './watch-accounts.ts'

type Settings<Create extends (deps: never) => unknown> = Omit<
  Parameters<Create>[0],
  'secrets' | 'deliveries' | 'messages' | 'watches' | 'received' | 'health' | 'storeEvents'
>
type Deps = Settings<typeof createAnswers> &
  Settings<typeof createChannelsService> &
  Settings<typeof createDeliveries> &
  Settings<typeof createReceiver> &
  Settings<typeof createWatches> &
  Parameters<typeof createHealth>[0] & {
    messages: Pick<MessagesService, 'findConversation' | 'onReply'>
    sealing: Sealing
  }

/** Conversations on other platforms: received, answered by flows or operators, and sent. */
export function createChannels(deps: Deps) {
  const { messages } = deps
  const secrets = createChannelSecrets(deps.sealing)
  const health = createHealth(deps)
  const deliveries = createDeliveries({ ...deps, secrets, health })
  createAnswers({ ...deps, secrets, deliveries })

  messages.onReply(async (tx, reply, fence) => {
    if (!isSent(reply)) {
      return
    }
    const place = await chatRows.findChat(tx, reply.chatId)
    // Written in the platform's own app, so it is there already.
    if (place?.channel.flowId === reply.flowId && !(await eventRows.isEcho(tx, reply.id))) {
      const text = withChoices(reply)
      const message = { messageId: reply.id, text, fence, isAutomatic: fence !== null }
      await deliveries.queue(tx, place, message)
      afterCommit(deps.jobs.wake)
    }
  })

  const received = createReceiver({ ...deps, secrets, health })
  const { receive, storeEvents } = received
  const watches = createWatches({ ...deps, secrets, health, storeEvents })
  return {
    ...createChannelsService({ ...deps, secrets, deliveries, watches, received }),
    receive,
    waitForAnswer: createAnswerWaits(deps),
    watch: watches.tick,
    stopWatching: watches.stopAll,
  }
}

function isSent({ chatType, content }: StoredMessage) {
  return chatType === 'EXTERNAL' && content.trim() !== ''
}
