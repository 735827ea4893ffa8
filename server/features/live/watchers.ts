import type { Socket as Tcp } from 'node:net'
import type { Caller } from '#server/caller.ts'
import { streamsOpen } from '#server/telemetry/metrics/instruments.ts'
import { parseJson } from '#shared/json.ts'
import { type LiveFrame, type LiveRequest, liveRequestSchema } from '#shared/live.ts'
import { toFrame } from './fan-out.ts'
import type { LiveService, Watched } from './live.service.ts'

/** A reader that is so many bytes behind is dropped. It reads what it has missed when it connects again. */
const MAX_BEHIND_BYTES = 64 * 1024
const BEAT_MS = 25_000
/** Parts of a beat, each with its share of the sockets: all at once would hold up messages. */
const PARTS = 25
/** Without a sign of life for so long, the other side is gone. */
const SILENT_MS = 65_000
const SUBSCRIBE_MS = 10_000
/** Connections of an operator that come and go together, such as after a restart, are reported once. */
const NOTICE_MS = 100
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
type Watcher = New & { seenAt: number; requests: number; leave?: () => void; part: Set<Watcher>; own: Group }
/** Connections of one operator to one flow. */
type Group = Set<Watcher>

/** Open WebSockets of operators. */
export function createWatchers({ live, inbox }: Deps) {
  const parts = Array.from({ length: PARTS }, () => new Set<Watcher>())
  const groups = new Map<string, Group>()
  const changed = new Set<Group>()
  let beat: NodeJS.Timeout | undefined
  let count = 0
  let turn = 0

  function add(opened: New) {
    const part = parts[(turn + count) % PARTS] as Set<Watcher>
    const own = groupOf(opened)
    const watcher: Watcher = { ...opened, seenAt: performance.now(), requests: 0, part, own }
    const { socket, connectionId } = watcher
    part.add(watcher)
    own.add(watcher)
    count += 1
    streamsOpen.add(1, 'websocket')
    beat ??= setInterval(beatNext, BEAT_MS / PARTS).unref()
    socket.on('message', (data) => void receive(watcher, String(data)))
    socket.on('pong', () => see(watcher))
    socket.on('close', () => remove(watcher))
    setTimeout(() => watcher.leave ?? socket.close(codes.policy), SUBSCRIBE_MS).unref()
    send(watcher, { type: 'connected', connectionId, timestamp: Date.now() })
  }

  function remove(watcher: Watcher) {
    watcher.part.delete(watcher)
    watcher.own.delete(watcher)
    count -= 1
    streamsOpen.add(-1, 'websocket')
    watcher.leave?.()
    noticeOthers(watcher)
    if (watcher.own.size === 0) {
      groups.delete(groupKey(watcher))
    }
    if (count === 0) {
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

  function groupOf(opened: New): Group {
    const group = groups.get(groupKey(opened)) ?? new Set()
    groups.set(groupKey(opened), group)
    return group
  }

  function noticeOthers({ own }: Watcher) {
    if (changed.size === 0) {
      setTimeout(noticeAll, NOTICE_MS).unref()
    }
    changed.add(own)
  }

  function noticeAll() {
    for (const group of changed) {
      const frame = frameOf({ type: 'multiConnectionNotice', connections: group.size })
      for (const watcher of group) {
        write(watcher, frame)
      }
    }
    changed.clear()
  }

  function beatNext() {
    turn = (turn + 1) % PARTS
    const frames = Buffer.concat([PING, frameOf({ type: 'heartbeat', timestamp: Date.now() })])
    for (const watcher of parts[turn] ?? []) {
      watcher.requests = 0
      if (performance.now() - watcher.seenAt > SILENT_MS) {
        watcher.socket.terminate()
      } else {
        write(watcher, frames)
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
    for (const { socket } of parts.flatMap((part) => [...part])) {
      socket.close(codes.tryAgain)
    }
  }

  return { add, close }
}

type PresenceRequest = Extract<LiveRequest, { type: 'presence' }>

const groupKey = ({ caller, chatflowId }: New) => `${caller.id} ${chatflowId}`

/** Without a payload. */
const PING = Buffer.from([0x89, 0])

const frameOf = (frame: LiveFrame) => toFrame(JSON.stringify(frame))

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
