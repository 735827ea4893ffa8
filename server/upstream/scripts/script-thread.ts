// The thread that runs users' scripts, and its client. Both are in one file, so that its own URL is right in the
// sources and in the bundle.
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import { openRunner, type Running } from './quickjs-runner.ts'
import { cpuMsOf, type ScriptOrder, type ThreadOrder, type ThreadReport } from './script-contract.ts'

const MARK = 'flowtill script thread'
/** Memory outside the sandboxes, which have limits of their own. */
const MAX_MEMORY_MB = 128
const LOOK_EVERY_MS = 250
/** Added to the script's own limit before its thread is terminated. */
const GRACE_MS = 500

export type ScriptThread = {
  run(id: number, order: ScriptOrder): void
  /** `answer` is JSON. */
  answer(id: number, callId: number, answer: string): void
  stop(id: number): void
  /** No script is running, so the thread need not keep the process alive. */
  rest(): void
  /** `guilty`: id of the unresponsive script. */
  close(guilty?: number): void
}

type Listener = {
  report(report: ThreadReport): void
  /** The thread has ended. `guilty`: id of the script that blocked it. */
  gone(guilty: number | undefined): void
}

/** Starts at once and accepts orders immediately. Does not keep the process alive while idle. */
export function openScriptThread(
  cpuMs: number,
  listener: Listener,
  program = new URL(import.meta.url),
): ScriptThread {
  const worker = new Worker(program, {
    workerData: MARK,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  })
  // CPU time of the thread when the current computation began, in milliseconds, and the id of its script.
  const watch = new Float64Array(new SharedArrayBuffer(16))
  let isClosed = false
  const send = (order: ThreadOrder) => worker.postMessage(order)
  const end = (guilty?: number) => {
    if (!isClosed) {
      isClosed = true
      clearInterval(look)
      void worker.terminate()
      listener.gone(guilty)
    }
  }
  const look = setInterval(() => void endIfBlocked(), LOOK_EVERY_MS)
  async function endIfBlocked() {
    const [since = 0, id = 0] = watch
    if (since === 0) {
      return
    }
    // An ended thread has no usage.
    const usage = await worker.cpuUsage().catch(() => undefined)
    const isSame = watch[0] === since && watch[1] === id
    if (usage && isSame && cpuMsOf(usage) - since > cpuMs + GRACE_MS) {
      end(id)
    }
  }
  look.unref()
  worker.on('message', (report: ThreadReport) => listener.report(report))
  worker.on('error', () => end())
  // An unreadable message may have been the end of any script.
  worker.on('messageerror', () => end())
  worker.on('exit', () => end())
  worker.unref()
  send({ say: 'start', watch: watch.buffer as SharedArrayBuffer })

  return {
    run(id, order) {
      worker.ref()
      send({ say: 'run', id, order })
    },
    rest: () => worker.unref(),
    answer: (id, callId, answer) => send({ say: 'answer', id, callId, answer }),
    stop: (id) => send({ say: 'stop', id }),
    close: (guilty) => end(guilty),
  }
}

if (!isMainThread && parentPort && workerData === MARK) {
  serve(parentPort)
}

function serve(port: MessagePort) {
  const runner = openRunner()
  const running = new Map<number, Running>()
  const calls = new Map<string, (answer: string) => void>()
  let watch: Float64Array = new Float64Array(2)
  const send = (report: ThreadReport) => port.postMessage(report)

  async function run(id: number, order: ScriptOrder) {
    try {
      send({ say: 'done', id, outcome: await compute(id, order) })
    } catch {
      // For example, no memory for another sandbox.
      send({ say: 'done', id, outcome: { fault: 'The sandbox could not be started. Try again.', logs: [] } })
    } finally {
      running.delete(id)
    }
  }

  async function compute(id: number, order: ScriptOrder) {
    let lastCall = 0
    const { run } = await runner
    const script = run(order, {
      callHost(name, args) {
        lastCall += 1
        const callId = lastCall
        const { promise, resolve } = Promise.withResolvers<string>()
        calls.set(`${id}:${callId}`, resolve)
        send({ say: 'call', id, callId, name, args })
        return promise
      },
      busy(isBusy) {
        watch[1] = id
        watch[0] = isBusy ? cpuMsOf(process.threadCpuUsage()) : 0
      },
    })
    running.set(id, script)
    try {
      return await script.outcome
    } finally {
      for (let callId = 1; callId <= lastCall; callId += 1) {
        calls.delete(`${id}:${callId}`)
      }
    }
  }

  port.on('message', (order: ThreadOrder) => {
    switch (order.say) {
      case 'start':
        watch = new Float64Array(order.watch)
        return
      case 'run':
        void run(order.id, order.order)
        return
      case 'stop':
        running.get(order.id)?.stop()
        return
      case 'answer':
        calls.get(`${order.id}:${order.callId}`)?.(order.answer)
        return
    }
  })
}
