import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '#client/api/use-session.ts'
import type { ChatKey } from '#shared/conversations.ts'
import type { PresentPerson } from '#shared/live.ts'
import { useInbox, useLiveInbox } from '../live/inbox-context.tsx'
import { keyOf } from '../live/inbox-store.ts'

/** Presence is repeated before the server forgets it. */
const REPEAT_MS = 5_000
const TYPING_MS = 4_000

/** Tells the others that this user reads the conversation, or writes in it. Returns what a key press calls. */
export function useReportPresence({ flowId, chatId }: ChatKey) {
  const { connection } = useLiveInbox()
  const isLive = useInbox((state) => state.connection.status === 'live')
  const [isTyping, setTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!isLive) {
      return undefined
    }
    const report = () => connection.send({ type: 'presence', flowId, chatId, isTyping })
    report()
    const repeat = setInterval(report, REPEAT_MS)
    return () => clearInterval(repeat)
  }, [connection, isLive, flowId, chatId, isTyping])
  useEffect(() => () => clearTimeout(timer.current), [])

  const onType = useCallback(() => {
    clearTimeout(timer.current)
    setTyping(true)
    timer.current = setTimeout(() => setTyping(false), TYPING_MS)
  }, [])
  const onSent = useCallback(() => {
    clearTimeout(timer.current)
    setTyping(false)
  }, [])
  return { onType, onSent }
}

const nobody: readonly PresentPerson[] = []

/** Everybody in a conversation; this user is the first. */
export function usePeople(chat: ChatKey) {
  const user = useUser()
  const people = useInbox(({ presence }) => presence.get(keyOf(chat))?.people ?? nobody)
  const isSelf = ({ by, name }: PresentPerson) => by === 'operator' && name === user?.username
  return {
    isVisitorTyping: people.some(({ by, isTyping }) => by === 'visitor' && isTyping),
    operators: people
      .filter(({ by }) => by === 'operator')
      .toSorted((a, b) => Number(isSelf(b)) - Number(isSelf(a)))
      .map((person) => ({ ...person, isSelf: isSelf(person) })),
  }
}
