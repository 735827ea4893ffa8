// Loaded before the server by `npm run soak`: a clock that jumps from day to day, and housekeeping that runs after each
// jump. A clock that runs fast would end leases and time limits early; between jumps it is the real one. The message
// `{ jumpMs }` moves it. Backups are processes of the server and inherit its clock through the environment.

// biome-ignore lint/style/noProcessEnv: reaches the processes that the server starts, before any configuration is read
const env = process.env
const RealDate = Date
const real = { setInterval, setTimeout, clearTimeout }
const MINUTE_MS = 60_000
/** Timers that would not end within the time of a soak: intervals, and timeouts by their timer. */
const housekeeping = new Set()
const waiting = new Map()
const offset = () => Number(env.SOAK_OFFSET_MS ?? 0)

globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [RealDate.now() + offset()] : values))
  }

  static now() {
    return RealDate.now() + offset()
  }
}

globalThis.setInterval = (work, ms, ...values) => {
  if (ms >= MINUTE_MS) {
    housekeeping.add(() => work(...values))
  }
  return real.setInterval(work, ms, ...values)
}

globalThis.setTimeout = (work, ms, ...values) => {
  const end = () => {
    waiting.delete(timer)
    work(...values)
  }
  const timer = ms >= MINUTE_MS ? real.setTimeout(end, ms) : real.setTimeout(work, ms, ...values)
  if (ms >= MINUTE_MS) {
    waiting.set(timer, end)
  }
  return timer
}

globalThis.clearTimeout = (timer) => {
  waiting.delete(timer)
  real.clearTimeout(timer)
}

if (process.send) {
  process.on('message', ({ jumpMs }) => {
    env.SOAK_OFFSET_MS = String(offset() + jumpMs)
    for (const [timer, end] of [...waiting]) {
      real.clearTimeout(timer)
      end()
    }
    for (const work of housekeeping) {
      work()
    }
  })
}
