import { type RefObject, useEffect } from 'react'
import type { ChatKey } from '#shared/conversations.ts'
import { useInbox, useLiveInbox } from '../live/inbox-context.tsx'
import { keyOf } from '../live/inbox-store.ts'

/** How far a search goes back in one conversation: 25 of the largest pages that the server sends. */
const MAX_PAGES = 25
const MAX_PAGE = 200

type Reading = { isRead: boolean; loadOlder: (limit: number) => Promise<void> }

/** Brings the message that a search has found into view, and reads everything from it on first. */
export function useFoundMessage(
  pane: RefObject<HTMLElement | null>,
  chat: ChatKey,
  { isRead, loadOlder }: Reading,
) {
  const { store } = useLiveInbox()
  const key = keyOf(chat)
  const found = useInbox((state) => state.found.get(key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each found message once
  useEffect(() => {
    if (found === undefined || !isRead) {
      return undefined
    }
    let isLeft = false
    void readFrom(found).then(() => !isLeft && showOnceDrawn())
    return () => {
      isLeft = true
    }

    async function readFrom(sequence: number) {
      for (let page = 0; page < MAX_PAGES && !isLeft; page += 1) {
        const thread = store.getState().threads.get(key)
        if (!thread?.hasOlder || (thread.messages[0]?.sequence ?? 0) <= sequence) {
          return
        }
        await loadOlder(MAX_PAGE)
      }
    }

    /** In the frame after the next: until then, the list follows its end. */
    function showOnceDrawn() {
      const messages = store.getState().threads.get(key)?.messages ?? []
      const id = messages.find(({ sequence }) => sequence === found)?.id
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          pane.current
            ?.querySelector(`[data-id="${CSS.escape(id ?? '')}"]`)
            ?.scrollIntoView({ block: 'center' }),
        ),
      )
    }
  }, [found, isRead, key])
}
