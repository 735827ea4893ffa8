import type { ChatOrder } from '#client/components/chat-dock.ts'

/** What a node's menu asks for: carried out by the chat, once for each id. */
export type RunOrder = ChatOrder
