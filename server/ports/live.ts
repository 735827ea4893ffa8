type Chat = {
  flowId: string
  /** The flow's owner. */
  userId: string
  chatId: string
}

/** What happens in conversations, for those who watch them. */
export type ChatEvent = Exclude<LiveEvent, { type: 'stop' | 'silence' | 'tab' }>

/** What happens in conversations, for those who watch them, on whichever process. */
export type LiveEvent =
  /** Messages up to this number are stored. */
  | (Chat & { type: 'message'; sequence: number })
  /** An operator has turned AI off or on. Answers that were begun under a lower number are void. */
  | (Chat & { type: 'switch'; fence: number; isAiOff: boolean; source: string })
  /** Answers are unwanted: this run, or all of the conversation. */
  | (Pick<Chat, 'flowId' | 'chatId'> & { type: 'stop'; runId: string | null })
  /** An answer is no longer to be read aloud. */
  | (Pick<Chat, 'flowId' | 'chatId'> & { type: 'silence'; messageId: string })
  /** Something else of the conversation has changed, or it was deleted. */
  | (Chat & { type: 'change' })
  /** An operator reads or writes, or the visitor writes. Repeated while it holds. */
  | (Chat & { type: 'presence'; by: 'operator' | 'visitor'; id: string; name: string; isTyping: boolean })
  /** A canvas is open in a browser tab, or is left. Repeated while it holds; `at` increases with every call of the tab. */
  | {
      type: 'tab'
      flowId: string
      tab: string
      at: number
      personId: string
      name: string
      isHidden: boolean
      leaves: boolean
    }

export function isChatEvent(event: LiveEvent): event is ChatEvent {
  return event.type !== 'stop' && event.type !== 'silence' && event.type !== 'tab'
}
