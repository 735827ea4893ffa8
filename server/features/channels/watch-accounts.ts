import { setTimeout as pause } from 'node:timers/promises'
import { dialect } from '#server/db/dialect.ts'
import type { Store, Writer } from '#server/db/store.ts'
import { backoffMs } from '#server/engine/backoff.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { NewId } from '#server/ids.ts'
import { type ChannelPorts, type IncomingEvent, SendFailure, type Watching } from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import type { Health } from './channel-health.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import * as rows from './channels.repository.ts'
import type { ChannelRow, WatchRow } from './channels.table.ts'
import * as watchRows from './watches.repository.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  jobs: Pick<JobsService, 'wake'>
  health: Health
  ports: ChannelPorts
  secrets: ChannelSecrets
  storeEvents(tx: Writer, channel: ChannelRow, events: readonly IncomingEvent[]): Promise<void>
}

const LEASE_MS = 30_000
/** Each has an open connection. */
const MAX_WATCHES = 500
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 5 * 60_000

/** Reads the accounts of platforms that do not call this server, each in one process at a time. */
export function createWatches({ store, newId, now, jobs, health, ports, secrets, storeEvents }: Deps) {
  const running = new Map<string, { controller: AbortController; done: Promise<void> }>()
  let isStopping = false
  let ticking: Promise<void> | undefined

  /** Renews the claims of this process, and claims accounts that nobody watches. */
  function tick(): Promise<void> {
    ticking ??= tickOnce().finally(() => {
      ticking = undefined
    })
    return ticking
  }

  async function tickOnce() {
    await renew()
    // SQLite has one process, so claims of any other one are abandoned.
    const before = dialect === 'postgres' ? now() : undefined
    const free = { claims: [...running.keys()], before, limit: MAX_WATCHES - running.size }
    for (const found of isStopping ? [] : await watchRows.listFreeWatches(store.db, free)) {
      await begin(found)
    }
  }

  async function renew() {
    const claims = [...running.keys()]
    if (claims.length === 0) {
      return
    }
    const held = await store.transaction((tx) => watchRows.renewWatches(tx, claims, leaseDate()))
    for (const claimId of claims.filter((each) => !held.includes(each))) {
      running.get(claimId)?.controller.abort()
    }
  }

  async function begin({ watch, channel }: { watch: WatchRow; channel: ChannelRow }) {
    const claim = { claimId: newId(), leaseDate: leaseDate() }
    if (!(await store.transaction((tx) => watchRows.claimWatch(tx, watch, claim)))) {
      return
    }
    const controller = new AbortController()
    const done = watchOn(channel, claim.claimId, controller.signal)
      // The database could not be written: the account is claimed again once it can.
      .catch(() => undefined)
      .finally(() => void running.delete(claim.claimId))
    running.set(claim.claimId, { controller, done })
  }

  /** Connects again after every failure but a rejected password. */
  async function watchOn(channel: ChannelRow, claimId: string, signal: AbortSignal) {
    let failures = 0
    while (!signal.aborted) {
      const error = await watchOnce(channel, claimId, {
        signal,
        async opened() {
          const isReported = failures > 1 || channel.state === 'failing'
          await (isReported && report(claimId, {}, health.recover))
          failures = 0
        },
      })
      failures += 1
      if (error && !(await mayConnectAgain(claimId, error, failures))) {
        return
      }
      const waitMs = backoffMs(failures, { firstMs: FIRST_RETRY_MS, maxMs: MAX_RETRY_MS })
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  async function watchOnce(
    { id, kind, connectedDate }: ChannelRow,
    claimId: string,
    { signal, opened }: Pick<Watching, 'signal' | 'opened'>,
  ): Promise<SendFailure | undefined> {
    try {
      const row = await store.transaction((tx) =>
        watchRows.updateWatch(tx, claimId, { leaseDate: leaseDate() }),
      )
      const channel = row && (await rows.findChannel(store.db, id))
      await (channel &&
        ports[kind].watch?.(secrets.open(channel), {
          ...{ cursor: row.cursor, since: connectedDate ?? now(), now, signal, opened },
          store: (events, cursor) => storeRead(id, claimId, events, cursor),
        }))
      return undefined
    } catch (error) {
      return toFailure(error)
    }
  }

  async function storeRead(id: string, claimId: string, ...[events, cursor]: Parameters<Watching['store']>) {
    const channel = await store.transaction(async (tx) => {
      if (!(await watchRows.updateWatch(tx, claimId, { cursor }))) {
        throw new AppError('UNAVAILABLE', 'Another process reads this account.')
      }
      const row = await rows.findChannel(tx, id)
      await (row?.flowId && storeEvents(tx, row, events))
      return row
    })
    if (channel && events.length > 0) {
      jobs.wake()
      jobs.wake(ports[channel.kind].settleMs)
    }
  }

  /** Reports the failure. Servers close idle connections now and then, so a single one is not reported. */
  async function mayConnectAgain(claimId: string, { outcome, message }: SendFailure, failures: number) {
    if (outcome === 'signed_out') {
      await report(claimId, { claimId: null }, (tx, id) => health.signOut(tx, id, message))
      return false
    }
    await (failures > 1 && report(claimId, {}, (tx, id) => health.fail(tx, id, message)))
    return true
  }

  /** Nothing when another process has the claim by now. */
  function report(
    claimId: string,
    changes: Pick<Partial<WatchRow>, 'claimId'>,
    write: (tx: Writer, channelId: string) => Promise<void>,
  ) {
    return store.transaction(async (tx) => {
      const row = await watchRows.updateWatch(tx, claimId, { leaseDate: leaseDate(), ...changes })
      await (row && write(tx, row.channelId))
    })
  }

  /** Leaves the accounts to the next process. */
  async function stopAll() {
    isStopping = true
    await ticking?.catch(() => undefined)
    const all = [...running]
    for (const [, { controller }] of all) {
      controller.abort()
    }
    await Promise.all(all.map(([, { done }]) => done))
    for (const [claimId] of all) {
      await store.transaction((tx) => watchRows.updateWatch(tx, claimId, { claimId: null }))
    }
  }

  const leaseDate = () => new Date(now().getTime() + LEASE_MS)

  return {
    tick,
    stopAll,
    /** Soon, because somebody waits for it. Failures are reported by the next tick. */
    wake: () => void setImmediate(() => void tick().catch(() => undefined)),
  }
}
function toFailure(error: unknown) {
  const message = error instanceof AppError ? error.message : 'The account could not be read.'
  return error instanceof SendFailure ? error : new SendFailure('later', message, { cause: error })
}

export type Watches = ReturnType<typeof createWatches>
