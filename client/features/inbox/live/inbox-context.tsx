import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { randomKey } from '#client/api/random-key.ts'
import type { FileByHand } from '#shared/takeover.ts'
import { createConnection } from './connection.ts'
import { createInboxStore, type InboxState } from './inbox-store.ts'
import { openSocket } from './open-socket.ts'

const CHECK_MS = 3_000

function createLiveInbox() {
  const inbox = createInboxStore()
  const connection = createConnection({
    open: openSocket,
    onFrames: inbox.apply,
    onState: inbox.setConnection,
    onReturn: inbox.refresh,
    newId: randomKey,
  })
  return {
    ...inbox,
    connection,
    drafts: new Map<string, string>(),
    files: new Map<string, readonly FileByHand[]>(),
  }
}

export type LiveInbox = ReturnType<typeof createLiveInbox>

const InboxContext = createContext<LiveInbox | undefined>(undefined)

/** Connected while it is mounted. `scope`: a flow's id, or all flows. */
export function InboxProvider({ scope, children }: { scope: string; children: ReactNode }) {
  const [inbox] = useState(createLiveInbox)

  useEffect(() => {
    const { connection, setActive, forgetAbsent } = inbox
    setActive(true)
    connection.connect(scope)
    addEventListener('online', connection.retry)
    addEventListener('offline', connection.interrupt)
    const check = setInterval(forgetAbsent, CHECK_MS)
    return () => {
      setActive(false)
      removeEventListener('online', connection.retry)
      removeEventListener('offline', connection.interrupt)
      clearInterval(check)
      connection.disconnect()
    }
  }, [inbox, scope])

  return <InboxContext value={inbox}>{children}</InboxContext>
}

export function useLiveInbox(): LiveInbox {
  const inbox = use(InboxContext)
  if (!inbox) {
    throw new Error('There is no InboxProvider above this component.')
  }
  return inbox
}

export function useInbox<Value>(select: (state: InboxState) => Value): Value {
  return useStore(useLiveInbox().store, select)
}
