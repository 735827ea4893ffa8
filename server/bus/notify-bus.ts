import { type Bus, createDelivery } from './bus.ts'

/** A connection on which payloads of all processes arrive in the order of their commits. */
type NotifyLink = { notify(payload: string): Promise<void>; close(): Promise<void> }

export type Connect = (on: {
  payload(text: string): void
  /** Called once; payloads sent from then on are missed. */
  lost(): void
}) => Promise<NotifyLink>

type Clock = { now(): number; after(ms: number, work: () => void): () => void }

type Deps = { connect: Connect; processId: string; newId(): string; clock?: Clock }

/**
 * A process is current for so long after the last ping that it has sent and received again: everything committed before
 * that ping has arrived as well.
 */
const CURRENT_MS = 2_000
const PING_MS = 500
/** A connection on which nothing comes back for so long is opened again. */
const SILENT_MS = 10_000
/** A process that has sent no ping for so long is not waited for. It is long not current any more. */
const PEER_MS = 5_000
/** Clocks of two machines may run at different speeds. */
const DRIFT = 1.1
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 2_000

type Wire<Event> =
  | { kind: 'event'; from: string; event: Event }
  | { kind: 'ping'; from: string; at: number }
  | { kind: 'sync'; from: string; id: string }
  | { kind: 'synced'; from: string; id: string }

type Sync = { missing: Set<string> | undefined; received: Set<string>; resolve(): void }

/** A bus over LISTEN and NOTIFY of PostgreSQL. */
export function createNotifyBus<Event>({ connect, processId, newId, clock = realClock }: Deps): Bus<Event> {
  const { subscribe, deliver, done } = createDelivery<Event>()
  const gapListeners: (() => Promise<void>)[] = []
  const peers = new Map<string, number>()
  const syncs = new Map<string, Sync>()
  let link: NotifyLink | undefined
  /** When the newest ping that has come back was sent. */
  let heardAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let generation = 0
  let openedAt = 0
  let stop = () => undefined as void
  let giveUp = () => undefined as void

  const send = async (wire: Wire<Event>) => {
    if (!link) {
      throw new Error('The connection to the other processes is lost.')
    }
    await link.notify(JSON.stringify(wire))
  }

  function receive(text: string) {
    const wire = JSON.parse(text) as Wire<Event>
    if (wire.from === processId) {
      receiveOwn(wire)
    } else {
      peers.set(wire.from, clock.now())
      receiveOther(wire)
    }
  }

  function receiveOwn(wire: Wire<Event>) {
    if (wire.kind === 'ping') {
      heardAt = Math.max(heardAt, wire.at)
    } else if (wire.kind === 'sync') {
      waitForPeers(wire.id)
    }
  }

  function receiveOther(wire: Wire<Event>) {
    if (wire.kind === 'event') {
      deliver(wire.event)
    } else if (wire.kind === 'sync') {
      void answer(wire.id)
    } else if (wire.kind === 'synced') {
      noteSynced(wire)
    }
  }

  async function answer(id: string) {
    await done()
    await send({ kind: 'synced', from: processId, id }).catch(() => undefined)
  }

  /**
   * A process that was current when the sync was sent has pinged not long before, so by now it has been heard of, unless this
   * process listens since then only.
   */
  function waitForPeers(id: string) {
    const sync = syncs.get(id)
    if (sync && clock.now() - openedAt > CURRENT_MS * DRIFT) {
      const since = clock.now() - PEER_MS
      sync.missing = new Set([...peers].filter(([, seenAt]) => seenAt >= since).map(([peer]) => peer))
      settle(sync)
    }
  }

  function noteSynced({ id, from }: { id: string; from: string }) {
    const sync = syncs.get(id)
    sync?.received.add(from)
    if (sync) {
      settle(sync)
    }
  }

  function settle({ missing, received, resolve }: Sync) {
    if (missing && [...missing].every((peer) => received.has(peer))) {
      resolve()
    }
  }

  async function settled() {
    const id = newId()
    const { promise, resolve } = Promise.withResolvers<void>()
    syncs.set(id, { missing: undefined, received: new Set(), resolve })
    const { promise: expired, resolve: expire } = Promise.withResolvers<void>()
    const cancel = clock.after(CURRENT_MS * DRIFT, () => {
      resolve()
      expire()
    })
    try {
      await send({ kind: 'sync', from: processId, id }).catch(() => undefined)
      await Promise.all([promise, Promise.race([done(), expired])])
    } finally {
      cancel()
      syncs.delete(id)
    }
  }

  async function open(retryMs = FIRST_RETRY_MS): Promise<void> {
    generation += 1
    const own = generation
    const lost = () => {
      if (own === generation && !isClosed) {
        link = undefined
        heardAt = Number.NEGATIVE_INFINITY
        stop()
        stop = clock.after(retryMs, () => void reopen(Math.min(2 * retryMs, MAX_RETRY_MS)))
      }
    }
    giveUp = lost
    try {
      const opened = await connect({ payload: (text) => own === generation && receive(text), lost })
      if (isClosed) {
        return opened.close()
      }
      link = opened
      openedAt = clock.now()
      // A ping may only come back once what was missed has been read.
      await Promise.all(gapListeners.map((listener) => listener()))
      ping(own)
    } catch {
      lost()
    }
  }

  const reopen = (retryMs: number) => open(retryMs)

  function ping(own: number) {
    if (own !== generation || isClosed || !link) {
      return
    }
    if (clock.now() - Math.max(heardAt, openedAt) > SILENT_MS) {
      void link.close().catch(() => undefined)
      return giveUp()
    }
    send({ kind: 'ping', from: processId, at: clock.now() }).catch(() => undefined)
    stop = clock.after(PING_MS, () => ping(own))
  }

  void open()

  return {
    async publish(event) {
      deliver(event)
      await send({ kind: 'event', from: processId, event })
    },
    subscribe,
    lease() {
      const from = heardAt
      return () => clock.now() - from <= CURRENT_MS
    },
    settled,
    onGap: (listener) => void gapListeners.push(listener),
    async close() {
      isClosed = true
      stop()
      await link?.close()
    },
  }
}

const realClock: Clock = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms).unref()
    return () => clearTimeout(timer)
  },
}
