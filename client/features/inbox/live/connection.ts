import { logWarning } from '#client/api/log.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import type { LiveFrame, LiveRequest } from '#shared/live.ts'

export type ConnectionState =
  | { status: 'closed' | 'connecting' | 'live' }
  /** Tries again at this time. */
  | { status: 'reconnecting'; at: number }
  /** All attempts have failed. */
  | { status: 'paused' }

/** The part of a WebSocket that is used. */
export type SocketLike = {
  send(text: string): void
  close(code?: number): void
  onopen: (() => void) | null
  onclose: ((event: { code: number }) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
}

type Deps = {
  open(chatflowId: string, connectionId: string): SocketLike
  onFrames(frames: readonly LiveFrame[]): void
  onState(state: ConnectionState): void
  /** Connected again: something may have been missed. */
  onReturn(): void
  newId(): string
}

// Product spec: three attempts, one second doubling, at most 30; connects are two seconds apart; batches of 10 ms.
const MAX_ATTEMPTS = 3
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000
const DEBOUNCE_MS = 2_000
const BATCH_MS = 10
/** The server sends a heartbeat every 25 seconds. */
const SILENT_MS = 60_000

/** Close codes: of the protocol, and the server's for a session that has ended. */
const NORMAL = 1_000
const SESSION_ENDED = 4_401

/** The WebSocket of one flow at a time: reconnects, and passes frames on in batches. */
export function createConnection({ open, onFrames, onState, onReturn, newId }: Deps) {
  const clientId = newId()
  let socket: SocketLike | undefined
  let target: string | undefined
  let attempts = 0
  let wasLive = false
  let connectedAt = Number.NEGATIVE_INFINITY
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let batch: LiveFrame[] = []
  let batchTimer: ReturnType<typeof setTimeout> | undefined

  /** Several calls within two seconds make one connection. */
  function connect(chatflowId: string) {
    if (target === chatflowId && socket) {
      return
    }
    leave()
    target = chatflowId
    wasLive = false
    begin()
  }

  function disconnect() {
    target = undefined
    leave()
    onState({ status: 'closed' })
  }

  /** After all attempts have failed, or before the next one. */
  function retry() {
    if (target !== undefined && !socket) {
      begin()
    }
  }

  function begin() {
    attempts = 0
    onState({ status: 'connecting' })
    attemptAfter(Math.max(0, connectedAt + DEBOUNCE_MS - Date.now()))
  }

  function attemptAfter(ms: number) {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(attempt, ms)
  }

  function attempt() {
    const chatflowId = target
    if (chatflowId === undefined) {
      return
    }
    connectedAt = Date.now()
    const opened = open(chatflowId, newId())
    socket = opened
    opened.onopen = () => send({ type: 'subscribe', chatflowId, clientId, timestamp: Date.now() })
    opened.onmessage = ({ data }) => receive(data)
    opened.onclose = ({ code }) => lose(code)
    watchSilence()
  }

  function leave() {
    for (const timer of [retryTimer, silenceTimer, batchTimer]) {
      clearTimeout(timer)
    }
    batchTimer = undefined
    batch = []
    drop(NORMAL)
  }

  function drop(code: number) {
    if (socket) {
      socket.onopen = null
      socket.onclose = null
      socket.onmessage = null
      socket.close(code)
      socket = undefined
    }
  }

  function lose(code: number) {
    clearTimeout(silenceTimer)
    socket = undefined
    if (code === NORMAL) {
      onState({ status: 'closed' })
    } else if (attempts === MAX_ATTEMPTS || code === SESSION_ENDED) {
      onState({ status: 'paused' })
    } else {
      const wait = Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS)
      attempts += 1
      onState({ status: 'reconnecting', at: Date.now() + wait })
      attemptAfter(wait)
    }
  }

  /** A connection may be lost without being closed. */
  function watchSilence() {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(interrupt, SILENT_MS)
  }

  /** The network is gone, which the browser knows long before the socket does. */
  function interrupt() {
    if (socket) {
      drop(NORMAL)
      lose(0)
    }
  }

  function receive(data: unknown) {
    watchSilence()
    const frame = parseJson(String(data))
    if (!isFrame(frame)) {
      logWarning('A live frame could not be read.')
    } else if (frame.type === 'error') {
      logWarning(`The live connection reports: ${frame.message}`)
    } else if (frame.type !== 'heartbeat') {
      batch.push(frame)
      batchTimer ??= setTimeout(passOn, BATCH_MS)
    }
    if (isFrame(frame) && frame.type === 'connected') {
      arrive()
    }
  }

  function arrive() {
    attempts = 0
    onState({ status: 'live' })
    if (wasLive) {
      onReturn()
    }
    wasLive = true
  }

  function passOn() {
    const frames = batch
    batch = []
    batchTimer = undefined
    onFrames(frames)
  }

  function send(request: LiveRequest) {
    socket?.send(JSON.stringify(request))
  }

  return { clientId, connect, disconnect, retry, interrupt, send }
}

function isFrame(value: unknown): value is LiveFrame {
  return isRecord(value) && typeof value.type === 'string'
}
