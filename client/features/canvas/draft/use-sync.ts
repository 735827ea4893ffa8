import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isSessionOf, onExpiry } from '#client/api/session.ts'
import { trpc } from '#client/api/trpc.ts'
import { useUser } from '#client/api/use-session.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Viewport } from '../graph/flow-graph.ts'
import { isDirty, typeOf } from '../store/document.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { Opened } from './open-flow.ts'
import { runSync } from './run-sync.ts'
import { useServerDoors } from './server-doors.ts'
import { createSync, type Sync } from './sync.ts'

const QUIET_MS = 30_000

type Options = { opened: Opened; viewport: () => Viewport; onCreated: (id: string) => void }

/** Whether the canvas is still what is at this address: not once it has gone, nor while the next screen is being fetched. */
function useIsHere() {
  const isShown = useRef(true)
  const [address] = useState(location.pathname)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current && location.pathname === address
}

/** The sync of the open canvas, from its opening to its end. */
export function useOpenSync({ opened, viewport, onCreated }: Options): Sync {
  const { versions } = useTexts()
  const canvas = useCanvasStore()
  const server = useServerDoors()
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const user = useUser()
  // Held: at the end of a session its user is already gone, and somebody else may be there, when the draft has still to be named.
  const owner = useRef<string>(undefined)
  owner.current ??= user?.id ?? (user?.username || undefined)

  const told = useRef(0)
  const isHere = useIsHere()
  const handlers = {
    onBegun(id: string) {
      // Whoever has left meanwhile is not led back.
      if (isHere()) {
        onCreated(id)
        const isAgent = typeOf(canvas.getState()) === 'AGENTFLOW'
        navigate(`/${isAgent ? 'agentcanvas' : 'canvas'}/${id}`, { replace: true })
      }
    },
    onTaken() {
      // Somebody who works in another tab saves every few seconds.
      if (Date.now() - told.current > QUIET_MS) {
        toasts.info(versions.taken, { label: versions.undoTaken, onClick: canvas.getState().undo })
      }
      told.current = Date.now()
    },
    onChanged() {
      void utils.flows.summaries.invalidate()
      void utils.flows.versions.list.invalidate()
    },
    onRefused: (error: unknown) => toasts.error(errorText(error)),
  }
  const latest = useRef({ ...handlers, viewport })
  latest.current = { ...handlers, viewport }

  const [sync] = useState(() =>
    createSync({
      start: {
        head: opened.server,
        theirs: opened.theirs,
        ...(opened.theirs && { status: 'conflict' as const }),
      },
      canvas,
      server,
      owner: () => owner.current,
      isOwnerHere: () => owner.current !== undefined && isSessionOf(owner.current),
      viewport: () => latest.current.viewport(),
      onBegun: (id) => latest.current.onBegun(id),
      onTaken: () => latest.current.onTaken(),
      onChanged: () => latest.current.onChanged(),
      onRefused: (error) => latest.current.onRefused(error),
    }),
  )

  useEffect(() => {
    const stop = runSync(canvas, sync)
    const stopKeeping = onExpiry(async () => {
      canvas.getState().flushDrafts()
      // What the server has needs no keeping, and an empty canvas may stand before a draft that is still being offered.
      return isDirty(canvas.getState()) && sync.mirror.keep()
    })
    return () => {
      stop()
      stopKeeping()
    }
  }, [canvas, sync])

  // What the device has and the server has not goes there now; two that went apart are put before the user.
  const first = useRef<Opened | undefined>(opened)
  useEffect(() => {
    const { restored, theirs } = first.current ?? {}
    first.current = undefined
    if (theirs) {
      canvas.getState().put({ dialog: 'conflict' })
    } else if (restored) {
      toasts.info(versions.restoredHere)
      void sync.send()
    }
  }, [canvas, sync, toasts, versions])

  return sync
}
