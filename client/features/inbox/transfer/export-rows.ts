import { toCsv } from '#client/components/csv.ts'
import type { Texts } from '#client/texts/texts.tsx'
import type { Conversation } from '#shared/conversations.ts'
import type { InboxMessage } from '../live/merge-messages.ts'
import { authorOf } from '../thread/message-row.tsx'
import { platformName } from '../view/words.ts'

export type Exported = { conversation: Conversation; messages: readonly InboxMessage[] }

export function toJson(exported: readonly Exported[]): string {
  return JSON.stringify(
    exported.map(({ conversation, messages }) => ({ ...conversation, messages })),
    null,
    2,
  )
}

/** One line per message. */
export function toLines(exported: readonly Exported[], texts: Texts['inbox']): string {
  const { columns } = texts.export
  return toCsv(
    Object.values(columns),
    exported.flatMap(({ conversation, messages }) =>
      messages.map((message) => {
        const { flowName, platform, chatId, sessionId, name, email, phone } = conversation
        const author = authorOf(message)
        return [
          ...[flowName, platformName(platform, texts), chatId, sessionId, name, email, phone],
          message.createdDate,
          author === 'operator' ? (message.operatorName ?? texts.thread.operator) : texts.thread[author],
          message.content,
          message.feedback ? texts.filters.ratings[message.feedback.rating] : null,
          message.cost,
        ]
      }),
    ),
  )
}
