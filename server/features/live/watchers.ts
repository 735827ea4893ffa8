import type { Socket as Tcp } from 'node:net'
import type { Caller } from '#server/caller.ts'
import { streamsOpen } from '#server/telemetry/metrics/instruments.ts'
import { parseJson } from '#shared/json.ts'
import { type LiveFrame, type LiveRequest, liveRequestSchema } from '#shared/live.ts'
import type { LiveService, Watched } from './live.service.ts'

/** A reader that is so many bytes behind is dropped. It reads what it has missed when it connects again. */
const MAX_BEHIND_BYTES = 64 * 1024
const BEAT_MS = 25_000
/** Without a sign of life for so long, the other side is gone. */
const SILENT_MS = 65_000
const SUBSCRIBE_MS = 10_000
/** Requests of a socket between two beats. */
const MAX_REQUESTS = 100

/** Close codes of the WebSocket protocol, and ours from 4000. */
const codes = { policy: 1008, tryAgain: 1013, sessionEnded: 4401 } as const

type Deps = {
  live: LiveService
  inbox: {
    get(
      caller: Caller,
      chat: { flowId: string; chatId: string },
    ): Promise<{ conversation: { userId: string } }>
  }
}

/** The part of a WebSocket that is used. */
type Socket = {
  readonly readyState: number
  readonly OPEN: number
  send(text: string): void
  ping(): void
  close(code: number): void
  terminate(): void
  on(event: 'message', listener: (data: unknown) => void): unknown
  on(event: 'pong' | 'close', listener: () => void): unknown
}

type New = {
  socket: Socket
  /** Below the protocol: the same bytes go to many sockets. */
  tcp: Pick<Tcp, 'write' | 'writableLength'>
  connectionId: string
  chatflowId: string
  caller: Caller
  watched: Watched
  isStillAllowed(): Promise<boolean>
}
type Watcher = New & { seenAt: number; requests: number; leave?: () => void }

/** Open WebSockets of operators. */
export function createWatchers({ live, inbox }: Deps) {
  const watchers = new Set<Watcher>()
  let beat: NodeJS.Timeout | undefined

  function add(opened: New) {
    const watcher: Watcher = { ...opened, seenAt: performance.now(), requests: 0 }
    const { socket, connectionId } = watcher
    watchers.add(watcher)
    streamsOpen.add(1, 'websocket')
    beat ??= setInterval(beatAll, BEAT_MS).unref()
    socket.on('message', (data) => void receive(watcher, String(data)))
    socket.on('pong', () => see(watcher))
    socket.on('close', () => remove(watcher))
    setTimeout(() => watcher.leave ?? socket.close(codes.policy), SUBSCRIBE_MS).unref()
    send(watcher, { type: 'connected', connectionId, timestamp: Date.now() })
  }

  function remove(watcher: Watcher) {
    watchers.delete(watcher)
    streamsOpen.add(-1, 'websocket')
    watcher.leave?.()
    noticeOthers(watcher)
    if (watchers.size === 0) {
      clearInterval(beat)
      beat = undefined
    }
  }

  async function receive(watcher: Watcher, text: string) {
    see(watcher)
    watcher.requests += 1
    if (watcher.requests > MAX_REQUESTS) {
      watcher.socket.close(codes.policy)
      return
    }
    const request = liveRequestSchema.safeParse(parseJson(text))
    if (request.success) {
      await answer(watcher, request.data)
    } else {
      send(watcher, { type: 'error', message: 'This message is not understood.' })
    }
  }

  async function answer(watcher: Watcher, request: LiveRequest) {
    const timestamp = Date.now()
    switch (request.type) {
      case 'subscribe':
        return subscribe(watcher, request.chatflowId)
      case 'ping':
        return send(watcher, { type: 'pong', timestamp })
      case 'test':
        return send(watcher, { type: 'testResponse', timestamp })
      case 'presence':
        return reportPresence(watcher, request)
    }
  }

  function subscribe(watcher: Watcher, chatflowId: string) {
    if (chatflowId !== watcher.chatflowId) {
      send(watcher, { type: 'error', message: 'A connection serves one flow at a time.' })
    } else if (!watcher.leave) {
      watcher.leave = live.watch(watcher.watched, (frames) => write(watcher, frames))
      noticeOthers(watcher)
    }
  }

  async function reportPresence({ caller }: Watcher, { flowId, chatId, isTyping }: PresenceRequest) {
    const found = await inbox.get(caller, { flowId, chatId }).catch(() => undefined)
    if (found) {
      const { userId } = found.conversation
      const { id, username: name } = caller
      live.report({ type: 'presence', by: 'operator', flowId, userId, chatId, id, name, isTyping })
    }
  }

  function noticeOthers({ caller, chatflowId }: Watcher) {
    const own = [...watchers].filter((each) => each.caller.id === caller.id && each.chatflowId === chatflowId)
    for (const watcher of own) {
      send(watcher, { type: 'multiConnectionNotice', connections: own.length })
    }
  }

  function beatAll() {
    const text = JSON.stringify({ type: 'heartbeat', timestamp: Date.now() } satisfies LiveFrame)
    for (const watcher of watchers) {
      watcher.requests = 0
      if (performance.now() - watcher.seenAt > SILENT_MS) {
        watcher.socket.terminate()
      } else {
        watcher.socket.ping()
        watcher.socket.send(text)
        void endIfRejected(watcher)
      }
    }
  }

  async function endIfRejected({ socket, isStillAllowed }: Watcher) {
    if (!(await isStillAllowed())) {
      socket.close(codes.sessionEnded)
    }
  }

  function close() {
    for (const { socket } of watchers) {
      socket.close(codes.tryAgain)
    }
  }

  return { add, close }
}

type PresenceRequest = Extract<LiveRequest, { type: 'presence' }>

function see(watcher: Watcher) {
  watcher.seenAt = performance.now()
}

function send({ socket }: Watcher, frame: LiveFrame) {
  socket.send(JSON.stringify(frame))
}

function write({ socket, tcp }: Watcher, frames: Buffer) {
  if (tcp.writableLength > MAX_BEHIND_BYTES) {
    socket.terminate()
  } else if (socket.readyState === socket.OPEN) {
    tcp.write(frames)
  }
}
