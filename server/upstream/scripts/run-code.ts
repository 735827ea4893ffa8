import { keyOfRequest } from '#server/engine/idempotency-key.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { Ports, Script, ScriptResult } from '#server/engine/ports.ts'
import { reachesOutside } from '#server/engine/script-effect.ts'
import { AppError } from '#shared/errors.ts'
import type { HostAnswer, ScriptOutcome, ThreadReport } from './script-contract.ts'
import { isTooDeep, limits, tooDeep, tooLong } from './script-contract.ts'
import { fetchForScript } from './script-fetch.ts'
import { readOutcome, writeJson, writeRejection } from './script-json.ts'
import type { ScriptThread } from './script-thread.ts'

const MAX_THREADS = 2
const IDLE_MS = 60_000
const SILENCE_MS = 5_000

type Options = {
  fetch: typeof globalThis.fetch
  threads?: number
  cpuMs?: number
  /** Grace period of a worker after a script's time limit. */
  silenceMs?: number
  program?: URL
}

type Job = {
  id: number
  script: Script
  fetches: number
  /** A script with outside effects is not restarted. */
  hasCalled: boolean
  names: string[]
  /** The values as a JSON object. */
  values: string
  deadline?: NodeJS.Timeout
  /** Aborts its pending host calls. */
  ending: AbortController
  resolve(outcome: ScriptOutcome): void
}

type Thread = { way: ScriptThread; jobs: Map<number, Job>; idle?: NodeJS.Timeout }

/**
 * Runs users' JavaScript in threads without any access of their own. Threads start on demand and close after an
 * idle period. Script errors are INVALID_FLOW with `details.logs`; STOPPED comes from the caller's signal.
 */
export function createRunCode({
  fetch,
  threads: max = MAX_THREADS,
  cpuMs = limits.cpuMs,
  silenceMs = SILENCE_MS,
  program,
}: Options): Ports['runCode'] {
  const threads = new Set<Thread>()
  const waiting: Job[] = []
  let lastId = 0
  let module: Promise<typeof import('./script-thread.ts')> | undefined
  let starting = 0

  async function runCode(script: Script): Promise<ScriptResult> {
    const { signal } = script
    signal.throwIfAborted()
    const values = valuesOf(script)
    const text = writeValues(script, values)
    if (waiting.length >= limits.waiting) {
      throw new AppError('RATE_LIMITED', 'Too many scripts are waiting to run. Try again in a moment.')
    }
    const { promise, resolve } = Promise.withResolvers<ScriptOutcome>()
    lastId += 1
    const job: Job = {
      id: lastId,
      script,
      names: Object.keys(values),
      values: text,
      fetches: 0,
      hasCalled: false,
      ending: new AbortController(),
      resolve,
    }
    const stop = () => stopJob(job)
    signal.addEventListener('abort', stop, { once: true })
    waiting.push(job)
    next()
    const outcome = await promise.finally(() => {
      signal.removeEventListener('abort', stop)
      job.ending.abort()
    })
    signal.throwIfAborted()
    if ('fault' in outcome) {
      throw new AppError('INVALID_FLOW', `The code failed: ${outcome.fault}`, {
        details: { logs: outcome.logs },
      })
    }
    return outcome
  }

  function next() {
    const job = waiting.find((job) => isAllowed(ownerOf(job)))
    if (!job) {
      return
    }
    const thread = [...threads]
      .filter(({ jobs }) => jobs.size < limits.perThread)
      .toSorted((a, b) => a.jobs.size - b.jobs.size)[0]
    // A second thread starts only while the first is busy.
    if ((thread && thread.jobs.size === 0) || threads.size + starting >= max) {
      if (thread) {
        waiting.splice(waiting.indexOf(job), 1)
        assign(job, thread)
        next()
      }
      return
    }
    starting += 1
    void startThread()
  }

  function isAllowed(owner: string) {
    const running = [...threads].flatMap(({ jobs }) => [...jobs.values()])
    return running.filter((job) => ownerOf(job) === owner).length < limits.perOwner
  }

  async function startThread() {
    try {
      module ??= import('./script-thread.ts')
      const { openScriptThread } = await module
      const jobs = new Map<number, Job>()
      const listener = {
        report: (report: ThreadReport) => handleReport(thread, report),
        gone: (guilty: number | undefined) => lose(thread, guilty),
      }
      const way = openScriptThread(cpuMs, listener, program)
      const thread: Thread = { way, jobs }
      threads.add(thread)
    } catch {
      // The system may be out of threads. Waiting scripts fail then, because no thread will run them.
      for (const job of threads.size === 0 ? waiting.splice(0) : []) {
        job.resolve({ fault: 'No thread could be started to run it. Try again.', logs: [] })
      }
      return
    } finally {
      starting -= 1
    }
    next()
  }

  function assign(job: Job, thread: Thread) {
    clearTimeout(thread.idle)
    thread.jobs.set(job.id, job)
    const { code, tools = {}, timeoutMs = limits.wallMs } = job.script
    const wallMs = Math.min(Math.max(1, timeoutMs), limits.maxWallMs)
    const { names, values } = job
    thread.way.run(job.id, { code, names, values, tools: Object.keys(tools), wallMs, cpuMs })
    // The thread enforces the time limits of its scripts. If it fails to, it is closed.
    job.deadline = setTimeout(() => thread.way.close(job.id), wallMs + cpuMs + silenceMs).unref()
  }

  function handleReport(thread: Thread, report: ThreadReport) {
    const job = thread.jobs.get(report.id)
    if (!job) {
      return
    }
    if (report.say === 'call') {
      job.hasCalled = true
      void answerCall(job, report).then((answer) => thread.way.answer(job.id, report.callId, answer))
      return
    }
    leave(thread, job, readOutcome(report.outcome))
  }

  function leave(thread: Thread, job: Job, outcome: ScriptOutcome) {
    thread.jobs.delete(job.id)
    clearTimeout(job.deadline)
    job.resolve(outcome)
    if (thread.jobs.size === 0) {
      thread.way.rest()
      thread.idle = setTimeout(() => thread.way.close(), IDLE_MS)
      thread.idle.unref()
    }
    next()
  }

  /** Returns JSON. Never rejects. */
  async function answerCall(job: Job, { name, args }: ThreadReport & { say: 'call' }): Promise<string> {
    try {
      const why = rejectionOf(job.script, args)
      if (why !== undefined) {
        return writeRejection(why)
      }
      const given: Json = JSON.parse(args)
      const answer = await (name === 'fetch' ? fetchFor(job, given) : callTool(job, name, given))
      const text = writeJson(answer)
      return text === undefined ? writeRejection(`The answer is ${tooDeep}.`) : text
    } catch (error) {
      return writeRejection(error instanceof AppError ? error.message : sentenceOf(error))
    }
  }

  async function fetchFor(job: Job, args: Json) {
    job.fetches += 1
    const signal = AbortSignal.any([job.script.signal, job.ending.signal])
    const { idempotencyKey: key } = job.script.flow
    const count = job.fetches
    return fetchForScript(fetch, args, {
      count,
      signal,
      ...(typeof key === 'string' && { idempotencyKey: await keyOfRequest(key, count) }),
    })
  }

  /**
   * A thread lost to one script: its other scripts restart in another thread, unless they have already called the
   * host.
   */
  function lose(thread: Thread, guilty: number | undefined) {
    threads.delete(thread)
    clearTimeout(thread.idle)
    for (const job of thread.jobs.values()) {
      clearTimeout(job.deadline)
      if (job.id === guilty) {
        job.resolve({ fault: tooLong(cpuMs), logs: [] })
      } else if (job.hasCalled || guilty === undefined) {
        job.resolve({ fault: 'It was broken off by another script beside it. Try again.', logs: [] })
      } else {
        waiting.unshift(job)
      }
    }
    next()
  }

  function stopJob(job: Job) {
    const place = waiting.indexOf(job)
    if (place >= 0) {
      waiting.splice(place, 1)
    }
    for (const thread of threads) {
      if (thread.jobs.has(job.id)) {
        thread.way.stop(job.id)
      }
    }
    job.resolve({ fault: 'It was stopped.', logs: [] })
  }

  return runCode
}

async function callTool({ script: { tools = {} } }: Job, name: string, args: Json): Promise<HostAnswer> {
  const tool = name.replace(/^tool:/, '')
  const call = Object.hasOwn(tools, tool) ? tools[tool] : undefined
  return call ? { result: await call(args) } : { rejection: `There is no ${tool} here.` }
}

const ownerOf = ({ script: { flow } }: Job) => String(flow.chatflowId ?? '')

/**
 * Names of a script's variables, without the `$`. In Flowise, `$param` holds a tool's arguments and `$input` the
 * question.
 */
function valuesOf({ inputs, vars, flow }: Script): Record<string, Json> {
  const named = Object.entries(inputs).filter(([name]) => isName.test(name))
  return { input: flow.input ?? '', param: inputs, ...Object.fromEntries(named), vars, flow }
}

const isName = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u

function writeValues({ code }: Script, values: Record<string, Json>): string {
  const text = writeJson(values)
  if (text === undefined) {
    throw new AppError('INVALID_INPUT', `The inputs of the code are ${tooDeep}.`)
  }
  if (code.length > limits.codeCharacters || text.length > limits.memoryBytes / 8) {
    throw new AppError('TOO_LARGE', 'The code or its inputs are longer than a script may be.')
  }
  return text
}

function sentenceOf(error: unknown) {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return `The request failed${code}.`
}

function rejectionOf({ code }: Script, args: string): string | undefined {
  if (isTooDeep(args)) {
    return `The arguments are ${tooDeep}.`
  }
  return reachesOutside(code) ? undefined : 'Code that does not name fetch or $tools may not call them.'
}
