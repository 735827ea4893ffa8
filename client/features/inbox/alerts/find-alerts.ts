import type { Conversation } from '#shared/conversations.ts'
import type { InboxState } from '../live/inbox-store.ts'

export type Alert = { type: 'request' | 'message'; conversation: Conversation }

type Seen = Pick<InboxState, 'requests' | 'conversations'>

/** What an operator should hear of: new requests for a person, and what visitors write while AI is off. */
export function findAlerts(before: Seen, after: Seen): Alert[] {
  if (before.conversations === after.conversations && before.requests === after.requests) {
    return []
  }
  const alerts: Alert[] = []
  for (const [key, conversation] of after.conversations) {
    const known = before.conversations.get(key)
    if (after.requests.includes(key) && !before.requests.includes(key)) {
      alerts.push({ type: 'request', conversation })
    } else if (known && conversation.isAiOff && conversation.unread > known.unread) {
      alerts.push({ type: 'message', conversation })
    }
  }
  return alerts
}
