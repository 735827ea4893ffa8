import { skipToken } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { randomKey } from '#client/api/random-key.ts'
import { trpc } from '#client/api/trpc.ts'
import type { ChatDockProps } from '#client/components/chat-dock.ts'
import { readStored, writeStored } from '#client/components/use-storage.ts'
import {
  changeInternalChat,
  clearInternalChat,
  type InternalChat,
  internalChatKey,
  readInternalChat,
} from './internal-chat.ts'
import { pairMessages, placeTurns, questionsOf } from './run/conversation.ts'
import { useRun } from './run/use-run.ts'

type Options = Pick<ChatDockProps, 'flowId' | 'beforeSend' | 'readPins' | 'onRunStart' | 'onRunEvent'>

export function useChat({ flowId, beforeSend, readPins, onRunStart, onRunEvent }: Options) {
  const key = internalChatKey(flowId)
  const [remembered, setRemembered] = useState(() => readInternalChat(readStored(key)))
  const { chatId } = remembered
  const initialChat = useRef(chatId)
  initialChat.current = chatId
  const utils = trpc.useUtils()
  const history = trpc.chat.messages.useQuery(chatId ? { flowId, chatId } : skipToken)
  const removeMessages = trpc.chat.clear.useMutation()

  function remember(changes: InternalChat) {
    const text = changeInternalChat(readStored(key), changes)
    writeStored(key, text)
    setRemembered(readInternalChat(text))
  }

  const run = useRun({
    flowId,
    chatId,
    foundRunId: remembered.runId,
    beforeSend,
    readPins,
    leadEmail: typeof remembered.lead?.email === 'string' ? remembered.lead.email : undefined,
    onTaken: ({ runId, chatId }) => remember({ runId, chatId }),
    onEnded: () => {
      if (readInternalChat(readStored(key)).runId) {
        remember({ runId: undefined })
      }
      utils.wallet.get.invalidate()
      utils.chat.messages.invalidate()
    },
    onRunStart,
    onRunEvent,
  })

  /**
   * Chooses the chat id before the first question, so that files attached at the same time belong to one
   * conversation.
   */
  function beginChat() {
    if (!initialChat.current) {
      initialChat.current = randomKey()
      remember({ chatId: initialChat.current })
    }
    return initialChat.current
  }

  /** The messages of the previous chat stay on the server. */
  function restart() {
    writeStored(key, clearInternalChat(readStored(key)))
    // The lead form is shown only once, so its answers stay.
    setRemembered(readInternalChat(readStored(key)))
    run.leave()
  }

  async function clear() {
    if (chatId) {
      await removeMessages.mutateAsync({ flowId, chatId })
    }
    restart()
  }

  const storeLead = (lead: Record<string, string>, leadChatId: string) =>
    remember({ lead, chatId: leadChatId })

  const stored = useMemo(() => pairMessages(history.data ?? []), [history.data])
  const exchanges = useMemo(() => placeTurns(stored, run.turns), [stored, run.turns])
  const questions = useMemo(() => questionsOf(exchanges), [exchanges])
  const { lead } = remembered
  return { run, history, exchanges, questions, beginChat, restart, clear, chatId, lead, keepLead: storeLead }
}

export type Chat = ReturnType<typeof useChat>
