import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { toAppError } from '#client/api/errors.ts'
import { logWarning } from '#client/api/log.ts'
import { isSessionOf, onExpiry } from '#client/api/session.ts'
import { trpc } from '#client/api/trpc.ts'
import { useUser } from '#client/api/use-session.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { toRecord } from '#shared/json.ts'
import type { Viewport } from '../graph/flow-graph.ts'
import type { CanvasState, CanvasStore } from '../store/canvas-store.ts'
import { isDirty, typeOf } from '../store/document.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { useDraftApi } from './draft-commands.ts'
import type { Opened } from './open-flow.ts'
import { createSync, type Sync } from './sync.ts'

const SILENT_MS = 30_000

type Options = { opened: Opened; viewport: () => Viewport; onCreated: (id: string) => void }

/** True while the canvas is the screen of this URL, not while the next one loads. */
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

export function useOpenSync({ opened, viewport, onCreated }: Options): Sync {
  const { shell, versions } = useTexts()
  const canvas = useCanvasStore()
  const server = useDraftApi()
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const user = useUser()
  // Stored in a ref: when the session ends, the draft still needs its owner, but the user is already gone or
  // replaced.
  const owner = useRef<string>(undefined)
  owner.current ??= user?.id ?? (user?.username || undefined)

  const reported = useRef(0)
  const isHere = useIsHere()
  const handlers = {
    onBegun(id: string) {
      // The user may have left in the meantime.
      if (isHere()) {
        onCreated(id)
        const isAgent = typeOf(canvas.getState()) === 'AGENTFLOW'
        navigate(`/${isAgent ? 'agentcanvas' : 'canvas'}/${id}`, { replace: true })
      }
    },
    onTaken() {
      // Limits notifications: another tab saves every few seconds.
      if (Date.now() - reported.current > SILENT_MS) {
        toasts.info(versions.taken, { label: versions.undoTaken, onClick: canvas.getState().undo })
      }
      reported.current = Date.now()
    },
    onChanged() {
      void utils.flows.summaries.invalidate()
      void utils.flows.versions.list.invalidate()
    },
    onRejected(error: unknown) {
      const checks = checksPath(canvas.getState().saved?.id, error)
      toasts.error(
        errorText(error),
        checks === undefined
          ? undefined
          : { label: shell.pages.evaluations, onClick: () => void navigate(checks) },
      )
    },
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
      onCreated: (id) => latest.current.onBegun(id),
      onTaken: () => latest.current.onTaken(),
      onChanged: () => latest.current.onChanged(),
      onRejected: (error) => latest.current.onRejected(error),
    }),
  )

  useEffect(() => {
    const stop = runSync(canvas, sync)
    const stopStoring = onExpiry(async () => {
      canvas.getState().flushDrafts()
      // Saved flows need no copy, and an empty canvas must not overwrite a draft still on offer.
      return isDirty(canvas.getState()) && sync.mirror.save()
    })
    return () => {
      stop()
      stopStoring()
    }
  }, [canvas, sync])

  // Sends changes stored only on the device; diverged drafts open the conflict dialog.
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

/** Delay after the last change, and the maximum delay while changes continue. */
const PAUSE_MS = 1_500
const MAX_MS = 10_000
/** Changes within this pause are written to the device once. */
const DEVICE_PAUSE_MS = 150
const RETRY_MS = [2_000, 4_000, 8_000, 15_000, 30_000]
const LOOK_MS = 20_000

/** Actions that replace the flow: the previous one is stored as a version. */
const replacing: Readonly<Record<string, 'before-replace' | 'before-sync'>> = {
  load: 'before-replace',
  sync: 'before-sync',
  update: 'before-sync',
}

function reasonOf(announced: CanvasState['announced']) {
  return announced?.way === 'done' ? replacing[announced.step.name] : undefined
}

type SyncRun = Pick<Sync, 'store' | 'send' | 'storeLocally' | 'look' | 'listen' | 'isSilent' | 'keepVersion'>

/**
 * Sends changes after a pause, retries while the server is unavailable, and polls for changes by others. Returns a
 * function that stops it.
 */
export function runSync(canvas: CanvasStore, sync: SyncRun): () => void {
  let sending: ReturnType<typeof setTimeout> | undefined
  let timeout: ReturnType<typeof setTimeout> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let waitingSince: number | undefined
  let failures = 0

  function plan() {
    clearTimeout(sending)
    waitingSince ??= Date.now()
    const rest = waitingSince + MAX_MS - Date.now()
    sending = setTimeout(send, Math.max(0, Math.min(PAUSE_MS, rest)))
    timeout ??= setTimeout(storeSoon, DEVICE_PAUSE_MS)
  }

  function stopPlanned() {
    clearTimeout(sending)
    sending = undefined
    waitingSince = undefined
  }

  function storeSoon() {
    clearTimeout(timeout)
    timeout = undefined
    return sync.storeLocally()
  }

  async function send() {
    stopPlanned()
    clearTimeout(retrying)
    const isSent = await sync.send()
    const { status } = sync.store.getState()
    if (status !== 'offline') {
      failures = 0
      // Undone to the server's earlier state while a newer one was on its way: nothing was planned then.
      if (isSent && sending === undefined && isDirty(canvas.getState())) {
        plan()
      }
      return
    }
    retrying = setTimeout(send, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)])
    failures += 1
  }

  const stopWatching = canvas.subscribe((state, before) => {
    const reason = state.announced === before.announced ? undefined : reasonOf(state.announced)
    if (reason && before.graph.nodes.size > 0 && !sync.isSilent()) {
      sync.keepVersion(before.graph, reason)
    }
    if (state.history !== before.history && isDirty(state)) {
      plan()
    } else if (state.history !== before.history) {
      // Undone to the server's state: only the undo steps are new.
      stopPlanned()
      timeout ??= setTimeout(storeSoon, DEVICE_PAUSE_MS)
    }
  })

  const look = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) {
      sync.look().catch((error) => logWarning('Whether others have saved could not be asked.', error))
    }
  }
  const onOnline = () => void send()
  // The page may be closed without another event.
  const onHide = () => {
    canvas.getState().flushDrafts()
    if (isDirty(canvas.getState())) {
      void storeSoon()
    }
  }
  const stopListening = sync.listen()
  const looking = setInterval(look, LOOK_MS)
  addEventListener('online', onOnline)
  addEventListener('focus', look)
  addEventListener('pagehide', onHide)
  return () => {
    canvas.getState().flushDrafts()
    stopWatching()
    for (const timer of [sending, timeout, retrying]) {
      clearTimeout(timer)
    }
    clearInterval(looking)
    removeEventListener('online', onOnline)
    removeEventListener('focus', look)
    removeEventListener('pagehide', onHide)
    stopListening()
    // The user navigates within the application: send what is pending.
    if (isDirty(canvas.getState())) {
      void sync.storeLocally()
      void sync.send()
    }
  }
}

/** Where the failed publish checks are explained; undefined for any other error. */
function checksPath(flowId: string | undefined, error: unknown): string | undefined {
  const { code, details } = toAppError(error)
  const { datasetId } = toRecord(details?.publishChecks)
  return code === 'CHECKS_FAILED' && flowId !== undefined && typeof datasetId === 'string'
    ? `/app/evaluations/${flowId}/sets/${datasetId}?tab=checks&publish=1`
    : undefined
}
