import type { UpsertView } from '#shared/upserts.ts'

export type BarStatus = 'idle' | 'processing' | 'completed' | 'error' | 'cancelled'

export type BarState = {
  status: BarStatus
  /** Processing only: `Cancel` waits for the server. */
  isCancelling: boolean
  /** Error only: the server could not be reached. */
  isUnreachable: boolean
  /** Fading out, with its last texts. */
  isHiding: boolean
  /** As last read. */
  entry: UpsertView | undefined
}

type Deps = {
  /** The latest entry of the upsert; undefined when there is none. */
  fetchLatest(): Promise<UpsertView | undefined>
  cancel(): Promise<unknown>
  onCancelFailed(error: unknown): void
  onChange(state: BarState): void
}

/** Product spec, upsert status bar. */
const POLL_MS = 2_000
const SILENT_CHECKS = 2
const MIN_CHECKS = 5
const MAX_ERRORS = 5
const SHOWN_MS = { completed: 3_000, error: 5_000, cancelled: 3_000 }
const FADE_MS = 300

const processing: BarState = {
  status: 'processing',
  isCancelling: false,
  isUnreachable: false,
  isHiding: false,
  entry: undefined,
}

/** The state of one status bar, from the start of the polling until the bar has gone (`idle`). */
export function createUpsertBar({ fetchLatest, cancel, onCancelFailed, onChange }: Deps) {
  let state = processing
  let checks = 0
  let errors = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isHeld = false
  /** Changes whenever polling starts or stops, so that a late response is ignored. */
  let polling = 0

  function set(changes: Partial<BarState>) {
    state = { ...state, ...changes }
    onChange(state)
  }

  function start() {
    stop()
    checks = 0
    errors = 0
    set({ ...processing, entry: state.entry })
    void check(polling)
  }

  function stop() {
    polling += 1
    clearTimeout(timer)
  }

  async function check(current: number) {
    checks += 1
    const found = await fetchLatest().then(
      (entry) => ({ entry }),
      () => undefined,
    )
    if (current !== polling) {
      return
    }
    errors = found ? 0 : errors + 1
    if (found) {
      read(found.entry)
    } else if (checks >= MIN_CHECKS && errors >= MAX_ERRORS) {
      await retry(current)
    }
    if (current === polling) {
      timer = setTimeout(() => void check(current), POLL_MS)
    }
  }

  function read(entry: UpsertView | undefined) {
    if (checks <= SILENT_CHECKS) {
      set({ status: 'processing', ...(entry?.status === 'PROCESSING' && { entry }) })
    } else if (!entry) {
      if (checks > MIN_CHECKS) {
        set({ status: 'processing' })
      }
    } else {
      readStatus(entry)
    }
  }

  function readStatus(entry: UpsertView) {
    const text = entry.status === 'ERROR' ? (entry.error ?? '').toLowerCase() : ''
    if (entry.status === 'COMPLETED' || /success|completed/.test(text)) {
      end('completed', { entry })
    } else if (entry.status === 'CANCELLED') {
      end('cancelled', { entry })
    } else if (entry.status === 'ERROR' && !text.includes('job recovery')) {
      end('error', { entry })
    } else {
      set({ status: 'processing', entry })
    }
  }

  async function retry(current: number) {
    const entry = await fetchLatest().catch(() => undefined)
    if (current === polling) {
      const isDone = entry?.status === 'COMPLETED'
      end(isDone ? 'completed' : 'error', { isUnreachable: !isDone, ...(entry && { entry }) })
    }
  }

  function end(status: keyof typeof SHOWN_MS, changes: Partial<BarState> = {}) {
    stop()
    set({ status, isCancelling: false, ...changes })
    hideLater(SHOWN_MS[status])
  }

  /** A bar under the pointer or with the focus stays until it is left. */
  function hideLater(ms: number) {
    clearTimeout(timer)
    if (!isHeld) {
      timer = setTimeout(hide, ms)
    }
  }

  function hide() {
    set({ isHiding: true })
    timer = setTimeout(() => set({ status: 'idle' }), FADE_MS)
  }

  function hold(held: boolean) {
    isHeld = held
    if (state.status in SHOWN_MS && !state.isHiding) {
      hideLater(SHOWN_MS[state.status as keyof typeof SHOWN_MS])
    }
  }

  async function requestCancel() {
    set({ isCancelling: true })
    try {
      await cancel()
      end('cancelled')
      const entry = await fetchLatest().catch(() => undefined)
      set(entry ? { entry } : {})
    } catch (error) {
      stop()
      onCancelFailed(error)
      set({ status: 'idle', isCancelling: false })
    }
  }

  return { start, stop, hold, cancel: requestCancel, state: () => state }
}

export type UpsertBar = ReturnType<typeof createUpsertBar>
