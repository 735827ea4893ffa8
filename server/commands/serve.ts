import { createServer } from 'node:net'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { buildApp } from '../app.ts'
import { openBus } from '../bus/open-bus.ts'
import { type Config, StartError } from '../config.ts'
import { dialect } from '../db/dialect.ts'
import type { LiveEvent } from '../ports/live.ts'
import { createServices, type Services } from '../services.ts'
import { forkBackup } from './fork-backup.ts'
import { hostForUrl } from './host-for-url.ts'
import { openHome } from './open-home.ts'

const SHUTDOWN_MS = 10_000
const LAST_TRACES_MS = 2_000
/** Ctrl+C reaches every process of a terminal and start.mjs forwards it; signals within this time count as one. */
const REPEAT_MS = 1_000
const MINUTE_MS = 60_000
/** The first requests come before the checks of a start. */
const FIRST_CHECKS_MS = 200
const AGENT_RUNS_MS = 5_000
const TRIGGERS_MS = 5_000
/** Renews the claims on accounts that this process reads. */
const WATCHES_MS = 5_000
/** A stop in another process takes effect within this time. */
const LOST_RUNS_MS = 500
/** A search indexes the newest messages itself. */
const WORDS_MS = 2_000
/** Jobs begin at once where they are added; this finds retries and jobs of other processes. */
const JOBS_MS = 1_000

export async function serve(config: Config) {
  // Runs before anything is written: a server that cannot listen should not leave a half-created data folder.
  await rejectBusyPort(config)
  const { store, secrets, unlock } = await openHome(config)
  const bus = openBus<LiveEvent>(config.DATABASE_URL)
  const services = createServices({ store, config, secrets, bus })
  await services.checkFiles().catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message : String(error))
  })
  await services.usage.seedPrices()
  await services.runs.beat()
  const closed = await services.runs.recover({ atStart: true })

  const app = await buildApp(services, { logger: loggerOf(config), trustProxy: config.TRUST_PROXY })
  await app.listen({ port: config.PORT, host: config.HOST })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  services.place.url = `http://${hostForUrl(config.HOST)}:${port}`
  const report = (error: unknown) => {
    app.log.error({ err: error }, 'Housekeeping failed')
    services.system.recordError({ error, route: 'housekeeping' })
  }
  const goOn = () => goOnWithRuns(services, report)
  // A run that cannot be resumed must not keep the server from starting.
  const resumed = await goOn().catch((error: unknown) => {
    report(error)
    return 0
  })
  let stopPolling = () => {}
  const pollRates = () => {
    stopPolling = services.rates.startRefreshing((error) =>
      app.log.warn({ err: error }, 'No exchange rate came'),
    )
  }
  const timers = [
    ...startMaintenance(services, { goOn, report }),
    ...startPaymentJobs(services, app.log),
    ...startAuditJobs(services, app.log),
    startBackups(services, app.log),
    setTimeout(pollRates, FIRST_CHECKS_MS).unref(),
  ]
  const stopExport = await services.exportTelemetry?.(services.system.metrics)
  const metricsServer =
    config.METRICS_ADDRESS &&
    (await (await import('./serve-metrics.ts')).serveMetrics(config.METRICS_ADDRESS, services.system.metrics))
  const stopLoopWatch = services.system.watch()
  services.jobs.onError((error) => {
    app.log.error({ err: error }, 'A background job failed')
    services.system.recordError({ error, route: 'background job' })
  })
  services.analytics.onLost((loss) => app.log.warn(loss, 'Traces were lost'))
  const end = async () => {
    timers.forEach(clearInterval)
    stopPolling()
    stopLoopWatch()
    metricsServer?.close()
    const late = setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    await services.backups.stop()
    await services.channels.stopWatching()
    await services.jobs.stopAll()
    await services.runs.stopAll()
    await Promise.all([services.analytics.drain(LAST_TRACES_MS), stopExport?.(LAST_TRACES_MS)])
    await services.endMcpSessions()
    await app.close()
    await bus.close()
    await store.close()
    unlock()
    clearTimeout(late)
  }
  onStop(end)
  // Last, because a reader of this message may send requests or a signal at once.
  greet(config, port, { closed, resumed })
}

/**
 * Shuts down gracefully on the first signal or when the parent process has ended, and immediately on a later
 * signal.
 */
function onStop(end: () => Promise<void>) {
  let startedAt: number | undefined
  const stop = (number: number) => {
    if (startedAt === undefined) {
      startedAt = Date.now()
      void end()
    } else if (Date.now() - startedAt > REPEAT_MS) {
      process.exit(128 + number)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop(constants.signals[signal]))
  }
  process.on('disconnect', () => stop(constants.signals.SIGTERM))
  // The IPC channel alone must not keep the process alive.
  process.channel?.unref()
}

/** Goes on with runs of agent flows. Returns their number. */
async function goOnWithRuns({ chat }: Services, report: (error: unknown) => void): Promise<number> {
  const { resumed, errors } = await chat.goOnWithRuns()
  errors.forEach(report)
  return resumed
}

type Maintenance = { goOn(): Promise<unknown>; report(error: unknown): void }

/** Verifies the whole ledger at every start and hourly; closes runs of dead processes within a minute. */
function startMaintenance(
  { runs, ledger, triggers, jobs, stores, pools, indexes, messages, channels, privacy, sweepFiles }: Services,
  { goOn, report }: Maintenance,
) {
  const every = (ms: number, work: () => Promise<unknown>) =>
    setInterval(() => work().catch(report), ms).unref()
  return [
    setTimeout(() => ledger.check().catch(report), FIRST_CHECKS_MS).unref(),
    every(60 * MINUTE_MS, ledger.check),
    every(MINUTE_MS, runs.recover),
    every(60 * MINUTE_MS, runs.removeOldLogs),
    every(60 * MINUTE_MS, channels.removeOld),
    every(60 * MINUTE_MS, pools.uploads.removeAbandoned),
    every(60 * MINUTE_MS, sweepFiles),
    every(MINUTE_MS, indexes.sweep),
    every(60 * MINUTE_MS, indexes.removeUnused),
    every(60 * MINUTE_MS, privacy.removeExpired),
    every(AGENT_RUNS_MS, goOn),
    // SQLite has one process, which stops its own runs directly.
    ...(dialect === 'postgres' ? [every(LOST_RUNS_MS, runs.dropLost)] : []),
    every(WORDS_MS, messages.indexWords),
    every(TRIGGERS_MS, triggers.tick),
    every(WATCHES_MS, channels.watch),
    every(JOBS_MS, jobs.tick),
    every(TRIGGERS_MS, stores.tick),
  ]
}

function startAuditJobs({ audit, sessions }: Services, log: FastifyBaseLogger) {
  const fail = (error: unknown) => log.error({ err: error }, 'The audit trail could not be checked')
  const check = async () => {
    const verdict = await audit.check()
    if (verdict.firstBroken === null) {
      // In a log stored elsewhere, the head proves that no entries were removed from the end.
      log.info(verdict, 'The audit trail is sound')
    } else {
      log.error(verdict, 'The audit trail is broken')
    }
  }
  const run = (work: () => Promise<void>) => () => void work().catch(fail)
  return [
    setTimeout(run(check), FIRST_CHECKS_MS).unref(),
    setInterval(run(check), 60 * MINUTE_MS).unref(),
    setInterval(run(sessions.sweep), MINUTE_MS).unref(),
  ]
}

function startBackups({ backups, system }: Services, log: FastifyBaseLogger) {
  const tick = async () => {
    try {
      const taken = await backups.tick(forkBackup)
      if (taken) {
        log.info(taken, 'A backup was taken')
      }
    } catch (error) {
      log.error({ err: error }, `No backup was taken: ${error instanceof Error ? error.message : error}`)
      system.recordError({ error, route: 'backup' })
    }
  }
  setImmediate(() => void tick())
  return setInterval(() => void tick(), MINUTE_MS).unref()
}

/** Checks payments without a callback at the start and every minute; compares each day's accounts once. */
function startPaymentJobs({ payments }: Services, log: FastifyBaseLogger) {
  const reconcile = async () => {
    const { issues, ...round } = await payments.reconcile()
    if (round.requested > 0) {
      log.info(round, 'Payments were asked about')
    }
    for (const error of issues) {
      log.warn({ err: error }, 'A payment could not be asked about')
    }
  }
  const compare = async () => {
    const differences = await payments.compareYesterday()
    if (differences && Object.values(differences).some((lines) => lines.length > 0)) {
      log.warn(differences, 'The card provider counted otherwise')
    }
  }
  const fail = (error: unknown) => log.error({ err: error }, 'Payments could not be checked')
  const run = (work: () => Promise<void>) => () => void work().catch(fail)
  return [
    ...[reconcile, compare].map((work) => setTimeout(run(work), FIRST_CHECKS_MS).unref()),
    setInterval(run(reconcile), MINUTE_MS).unref(),
    setInterval(run(compare), 60 * MINUTE_MS).unref(),
  ]
}

function rejectBusyPort({ PORT, HOST }: Config) {
  return new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(sentenceOf(error, PORT, HOST))),
    )
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

function sentenceOf({ code, message }: NodeJS.ErrnoException, port: number, host: string) {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is already in use. Stop the other program, or set PORT to a free one.`,
    EACCES: `This user may not listen on port ${port}. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one it has.`,
    ENOTFOUND: `This machine has no address ${host}. Set HOST to one it has.`,
  }
  return sentences[code ?? ''] ?? `Flowtill cannot listen on ${host}:${port}: ${message}`
}

// Fastify logs at pino's levels; "silly" is the product spec's name for the most verbose one.
function loggerOf({ LOG_LEVEL }: Config): FastifyServerOptions['logger'] {
  return LOG_LEVEL === 'silent' ? false : { level: LOG_LEVEL === 'silly' ? 'trace' : LOG_LEVEL }
}

function greet(config: Config, port: number, { closed, resumed }: { closed: number; resumed: number }) {
  const url =
    config.PUBLIC_URL ??
    `http://${config.HOST === '127.0.0.1' ? 'localhost' : hostForUrl(config.HOST)}:${port}`
  const lines = [
    `Flowtill is ready at ${url}`,
    ...(config.SANDBOX ? ['The sandbox is on: models and payments are simulated, and no money moves.'] : []),
    ...(dialect === 'postgres' && !config.FILES_URL
      ? [
          `Files are stored in ${resolve(config.DATA_DIR)}. Other processes on this database must share that folder; or set FILES_URL for all of them.`,
        ]
      : []),
    ...(dialect === 'postgres' && config.BACKUP_DIR
      ? ['BACKUP_DIR has no effect: PostgreSQL is backed up with its own tools, such as pg_dump.']
      : []),
    ...(resumed > 0 ? [`Going on with ${resumed} runs of agent flows.`] : []),
    ...(closed > 0 ? [`Closed ${closed} answers that the last process left unfinished.`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
