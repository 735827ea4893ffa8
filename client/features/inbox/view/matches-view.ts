import type { Conversation, ConversationFilter } from '#shared/conversations.ts'
import type { Rating } from '#shared/feedback.ts'

/** What the list is asked for. */
export type Selection = {
  flowId?: string
  filter: ConversationFilter
  platforms?: string[]
  rating?: Rating
  startDate?: string
  endDate?: string
  search?: string
}

const conditions: Readonly<Record<ConversationFilter, (conversation: Conversation) => boolean>> = {
  all: () => true,
  requested: ({ requestedDate }) => requestedDate !== null,
  unread: ({ unread }) => unread > 0,
  ai_off: ({ isAiOff }) => isAiOff,
  operator: ({ hasOperator }) => hasOperator,
  lead: ({ name, email, phone }) => Boolean(name || email || phone),
  negative: ({ rating }) => rating === 'THUMBS_DOWN',
  failed: ({ failure }) => failure !== null,
}

/** Whether a conversation that has changed belongs to the list. Only the server searches. */
export function matchesView(selection: Selection) {
  const { flowId, filter, platforms, rating, startDate, endDate, search } = selection
  return (conversation: Conversation): boolean =>
    !search &&
    (flowId === undefined || conversation.flowId === flowId) &&
    (platforms === undefined || platforms.includes(conversation.platform)) &&
    (rating === undefined || conversation.rating === rating) &&
    (startDate === undefined || conversation.updatedDate >= startDate) &&
    (endDate === undefined || conversation.startedDate <= endDate) &&
    conditions[filter](conversation)
}
