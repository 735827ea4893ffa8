import { logWarning } from '#client/api/log.ts'
import type { CanvasState, CanvasStore } from '../store/canvas-store.ts'
import { isDirty } from '../store/document.ts'
import type { Sync } from './sync.ts'

/** After the last change; and while somebody goes on without a pause, at least so often. */
const PAUSE_MS = 1_500
const LONGEST_MS = 10_000
/** Changes that come together are written to the device once. */
const DEVICE_PAUSE_MS = 150
const RETRY_MS = [2_000, 4_000, 8_000, 15_000, 30_000]
const LOOK_MS = 20_000

/** Steps that put something else in the place of what was there: what they replace is kept as a version. */
const replacing: Readonly<Record<string, 'before-replace' | 'before-sync'>> = {
  load: 'before-replace',
  sync: 'before-sync',
  update: 'before-sync',
}

function reasonOf(said: CanvasState['said']) {
  return said?.way === 'done' ? replacing[said.step.name] : undefined
}

/** Sends changes after a pause, tries again while the server is away, and looks whether others have saved. Returns how to end. */
export function runSync(canvas: CanvasStore, sync: Sync): () => void {
  let sending: ReturnType<typeof setTimeout> | undefined
  let keeping: ReturnType<typeof setTimeout> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let waitingSince: number | undefined
  let failures = 0

  function plan() {
    clearTimeout(sending)
    waitingSince ??= Date.now()
    const rest = waitingSince + LONGEST_MS - Date.now()
    sending = setTimeout(send, Math.max(0, Math.min(PAUSE_MS, rest)))
    keeping ??= setTimeout(keep, DEVICE_PAUSE_MS)
  }

  function keep() {
    clearTimeout(keeping)
    keeping = undefined
    return sync.keep()
  }

  async function send() {
    clearTimeout(sending)
    clearTimeout(retrying)
    waitingSince = undefined
    await sync.send()
    const { status } = sync.store.getState()
    if (status !== 'offline') {
      failures = 0
      return
    }
    retrying = setTimeout(send, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)])
    failures += 1
  }

  const stopWatching = canvas.subscribe((state, before) => {
    const reason = state.said === before.said ? undefined : reasonOf(state.said)
    if (reason && before.graph.nodes.size > 0 && !sync.isQuiet()) {
      sync.keepVersion(before.graph, reason)
    }
    if (state.history !== before.history && isDirty(state)) {
      plan()
    } else if (state.history !== before.history) {
      // Taken back to what the server has: only the steps are new.
      clearTimeout(sending)
      waitingSince = undefined
      keeping ??= setTimeout(keep, DEVICE_PAUSE_MS)
    }
  })

  const look = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) {
      sync.look().catch((error) => logWarning('Whether others have saved could not be asked.', error))
    }
  }
  const onOnline = () => void send()
  // The page may never be seen again.
  const onHide = () => {
    canvas.getState().flushDrafts()
    if (isDirty(canvas.getState())) {
      void keep()
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
    for (const timer of [sending, keeping, retrying]) {
      clearTimeout(timer)
    }
    clearInterval(looking)
    removeEventListener('online', onOnline)
    removeEventListener('focus', look)
    removeEventListener('pagehide', onHide)
    stopListening()
    // Whoever goes elsewhere within the application leaves nothing behind.
    if (isDirty(canvas.getState())) {
      void sync.keep()
      void sync.send()
    }
  }
}
