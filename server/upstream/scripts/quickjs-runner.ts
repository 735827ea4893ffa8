import type {
  QuickJSContext,
  QuickJSDeferredPromise,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { formatForSandbox } from './host-formats.ts'
import { openModules } from './quickjs-modules.ts'
import { sandboxGlobals } from './sandbox-globals.ts'
import {
  cpuMsOf,
  isTooDeep,
  limits,
  type ScriptOrder,
  type ScriptText,
  tooDeep,
  tooLong,
} from './script-contract.ts'
import { mayUseWeb, webGlobals } from './web-globals.ts'

const JOBS_AT_ONCE = 500

export type Running = {
  outcome: Promise<ScriptText>
  stop(): void
}

type World = {
  /** Arguments and result are JSON. */
  callHost(name: string, args: string): Promise<string>
  /** Called before and after the sandbox computes, because some computations cannot be interrupted from inside. */
  busy(isBusy: boolean): void
}

export async function openRunner() {
  const modules = await openModules()

  function run(order: ScriptOrder, world: World): Running {
    const stopper = Promise.withResolvers<never>()
    // Prevents an unhandled rejection when the script has already ended.
    stopper.promise.catch(() => undefined)
    const outcome = modules.use(async (module) => {
      const script = new Script(module, order, world)
      const result = await script.run(stopper.promise)
      return { result, isSound: script.close() }
    })
    return { outcome, stop: () => stopper.reject(new Issue('It was stopped.')) }
  }

  return { run }
}

class Issue extends Error {}

const issues = {
  memory: `It needs more memory than the ${limits.memoryBytes / 1_048_576} MB it may have.`,
  stack: 'It calls itself too deeply.',
  stuck: 'It waits for something that never comes.',
  depth: `Its result is ${tooDeep}.`,
  result: `Its result is longer than ${limits.resultCharacters / 1_024} KB.`,
}

class Script {
  private readonly runtime: QuickJSRuntime
  private readonly context: QuickJSContext
  private readonly order: ScriptOrder
  private readonly world: World
  private readonly logs: string[] = []
  private logCharacters = 0
  private cpuMs = 0
  private readonly open = new Set<QuickJSDeferredPromise>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private wake = Promise.withResolvers<void>()
  private isBroken = false

  constructor(module: QuickJSWASMModule, order: ScriptOrder, world: World) {
    this.order = order
    this.world = world
    this.runtime = module.newRuntime({ maxStackSizeBytes: limits.stackBytes })
    this.context = this.runtime.newContext()
  }

  /** Never throws. */
  async run(stopped: Promise<never>): Promise<ScriptText> {
    try {
      return { text: await Promise.race([this.compute(), stopped, this.clock()]), logs: this.logs }
    } catch (error) {
      // The module is discarded, so its contents need no cleanup.
      this.isBroken = true
      if (error instanceof Issue) {
        return { fault: error.message, logs: this.logs }
      }
      return { fault: issues.memory, logs: this.logs }
    }
  }

  close(): boolean {
    for (const timer of this.timers) {
      clearTimeout(timer)
    }
    if (this.isBroken) {
      return false
    }
    try {
      for (const deferred of this.open) {
        deferred.dispose()
      }
      this.context.dispose()
      this.runtime.dispose()
      return true
    } catch {
      return false
    }
  }

  private clock(): Promise<never> {
    const { promise, reject } = Promise.withResolvers<never>()
    const { wallMs } = this.order
    const seconds = Math.round(wallMs / 100) / 10
    this.timers.add(setTimeout(() => reject(new Issue(`It took longer than ${seconds} seconds.`)), wallMs))
    return promise
  }

  private async compute(): Promise<string> {
    const promise = this.start()
    for (;;) {
      this.takeJobs()
      const state = this.context.getPromiseState(promise)
      if (state.type === 'fulfilled') {
        const text = state.value.consume((value) => this.context.getString(value))
        promise.dispose()
        return checkResult(text)
      }
      if (state.type === 'rejected') {
        const issue = state.error.consume((error) => this.describe(error))
        promise.dispose()
        throw issue
      }
      if (this.open.size === 0) {
        throw new Issue(issues.stuck)
      }
      this.wake = Promise.withResolvers()
      await this.wake.promise
    }
  }

  private start(): QuickJSHandle {
    const { context } = this
    const { names: given, values, tools, code } = this.order
    const hostFunctions = [
      context.newFunction('', (name, args) => this.call(context.getString(name), context.getString(args))),
      context.newFunction('', (line) => this.log(context.getString(line))),
      context.newFunction('', (kind, args) =>
        context.newString(formatForSandbox(context.getString(kind), context.getString(args))),
      ),
      context.newFunction('', (delay) => this.timer(context.getNumber(delay))),
    ]
    const makeGlobals = this.evaluate(sandboxGlobals, 'globals.js')
    const web = mayUseWeb(code) ? this.evaluate(webGlobals, 'web.js') : context.undefined
    const start = this.enter(() =>
      context.callFunction(makeGlobals, context.undefined, ...hostFunctions, web),
    )
    const names = [...given.map((name) => `$${name}`), '$tools']
    const run = this.evaluate(`(async function (${names.join(', ')}) {\n${code}\n})`, 'script.js')
    const text = context.newString(values)
    const toolNames = context.newString(JSON.stringify(tools))
    const promise = this.enter(() => context.callFunction(start, context.undefined, run, text, toolNames))
    for (const handle of [...hostFunctions, web, makeGlobals, start, run, text, toolNames]) {
      handle.dispose()
    }
    return promise
  }

  private evaluate(code: string, file: string): QuickJSHandle {
    return this.enter(() => this.context.evalCode(code, file))
  }

  private enter(work: () => ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    const result = this.timed(work)
    if (result.error) {
      throw result.error.consume((error) => this.describe(error))
    }
    return result.value
  }

  private takeJobs() {
    while (this.runtime.hasPendingJob()) {
      const result = this.timed(() => this.runtime.executePendingJobs(JOBS_AT_ONCE))
      if (result.error) {
        throw result.error.consume((error) => this.describe(error))
      }
    }
  }

  private timed<Result>(work: () => Result): Result {
    const started = cpuMsOf(process.threadCpuUsage())
    const left = this.order.cpuMs - this.cpuMs
    if (left <= 0) {
      throw new Issue(tooLong(this.order.cpuMs))
    }
    this.runtime.setInterruptHandler(() => cpuMsOf(process.threadCpuUsage()) - started > left)
    this.world.busy(true)
    try {
      return work()
    } finally {
      this.world.busy(false)
      this.cpuMs += cpuMsOf(process.threadCpuUsage()) - started
    }
  }

  private call(name: string, args: string): QuickJSHandle {
    const deferred = this.defer()
    this.world.callHost(name, args).then((answer) => this.settle(deferred, answer))
    return deferred.handle
  }

  private timer(delay: number): QuickJSHandle {
    const deferred = this.defer()
    const timer = setTimeout(
      () => {
        this.timers.delete(timer)
        this.settle(deferred)
      },
      Math.min(Math.max(0, delay), this.order.wallMs + 1_000),
    )
    this.timers.add(timer)
    return deferred.handle
  }

  private defer(): QuickJSDeferredPromise {
    const deferred = this.context.newPromise()
    this.open.add(deferred)
    return deferred
  }

  private settle(deferred: QuickJSDeferredPromise, text?: string) {
    if (!this.open.delete(deferred) || !this.context.alive || this.isBroken) {
      return
    }
    try {
      const value = text === undefined ? this.context.undefined : this.context.newString(text)
      deferred.resolve(value)
      value.dispose()
    } catch {
      this.isBroken = true
    }
    this.wake.resolve()
  }

  private log(line: string) {
    const left = limits.logCharacters - this.logCharacters
    if (this.logs.length < limits.logLines && left > 0) {
      const stored = line.slice(0, left)
      this.logCharacters += stored.length
      this.logs.push(stored)
    }
  }

  private describe(error: QuickJSHandle): Issue {
    if (this.cpuMs >= this.order.cpuMs - 5) {
      return new Issue(tooLong(this.order.cpuMs))
    }
    // Reading the thrown value may run more of the script's code.
    const found = this.timed(() => this.context.dump(error) as unknown)
    if (found === null) {
      return new Issue(issues.memory)
    }
    if (typeof found !== 'object') {
      return new Issue(String(found).slice(0, 1_000))
    }
    const { name = 'Error', message = '', stack = '' } = found as Record<string, unknown>
    if (message === 'out of memory') {
      return new Issue(issues.memory)
    }
    if (message === 'stack overflow' || message === 'Maximum call stack size exceeded') {
      return new Issue(issues.stack)
    }
    // The script starts on the second line of the evaluated source.
    const line = Number(/script\.js:(\d+)/.exec(String(stack))?.[1] ?? 0) - 1
    const place = line > 0 ? ` (line ${line})` : ''
    if (message === '' && name === 'Error') {
      return new Issue(`it threw ${JSON.stringify(found).slice(0, 1_000)}${place}`)
    }
    const text = name === 'Error' ? String(message) : `${String(name)}: ${String(message)}`
    return new Issue(`${text.slice(0, 1_000)}${place}`)
  }
}

function checkResult(text: string): string {
  if (text.length > limits.resultCharacters) {
    throw new Issue(issues.result)
  }
  if (isTooDeep(text)) {
    throw new Issue(issues.depth)
  }
  return text
}
