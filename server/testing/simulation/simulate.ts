import { createHash } from 'node:crypto'
import { setImmediate as turnOver } from 'node:timers/promises'
import type { Ports } from '#server/engine/ports.ts'
import { planProgram } from '#server/engine/program/plan-program.ts'
import type { Program } from '#server/engine/program/program.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import type { ChatReply, StepWait } from '#shared/runs.ts'
import { checkLog, expectThat } from './check-log.ts'
import { chooseFlow } from './flows.ts'
import { createRandom } from './random.ts'
import { type Process, runProcess } from './run-process.ts'
import { createSimulatedStore } from './simulated-store.ts'

const MAX_TURNS = 5_000
const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }

// Hashing in the thread pool would settle in an order that the seed does not decide.
crypto.subtle.digest = async (_, data) => {
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
  return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer
}

const kinds = ['crash before', 'crash after', 'freeze'] as const
/** A call is sent at once and only its reply can be late; a commit can be late. */
type Task = { process: Process; isCall: boolean; settle(): void }

export type Simulated = {
  issues: string[]
  failures: string[]
  text: string
  effects: ReadonlyMap<string, number>
  claims: number
  uncertain: number
}

/** `failureRate`: one of how many turns fails; 0 for an undisturbed run. */
export type SimulationOptions = { seed: number; failureRate: number; maxFailures?: number }

/**
 * Runs one agent flow with the real engine and the real log over an array. The seed alone decides in which order calls
 * and commits settle, when a process dies, when another one takes its run over while it sleeps, and who answers.
 */
export async function simulate({
  seed,
  failureRate,
  maxFailures = 12,
}: SimulationOptions): Promise<Simulated> {
  const random = createRandom(seed)
  const file: FlowFile = chooseFlow(random)
  const program: Program = planProgram(file, catalogue)
  const store = createSimulatedStore()
  const effects = new Map<string, number>()
  const responses = new Map<string, string>()
  const failures: string[] = []
  const issues: string[] = []
  let tasks: Task[] = []
  let processes: Process[] = []
  const count = { processes: 0, claims: 0, uncertain: 0, turns: 0 }

  /** Settles when the scheduler chooses it. Work of a process that has died never settles. */
  function atTurn<Value>(process: Process, work: () => Value, isCall = false): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (process.hasDied) {
        return
      }
      const settle = () => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      }
      tasks.push({ process, isCall, settle })
    })
  }

  function portsFor(process: Process): Ports {
    const chat: Ports['chat'] = async function* (_, request) {
      const reply = await atTurn(
        process,
        () => {
          // A process that sleeps does not know that its call has been closed by the next owner.
          const isBegun = [...store.holds.values()].includes('open') || store.owner() !== process.id
          expectThat(issues, isBegun, 'a model was called before its begin was stored')
          return replyTo(request)
        },
        true,
      )
      yield { text: reply.text }
      return reply
    }
    const fetch = async (input: string | URL | Request) => {
      const name = String(input instanceof Request ? input.url : input)
      const body = await atTurn(process, () => takeEffect(name), true)
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    }
    return {
      ...{ chat, fetch: fetch as typeof globalThis.fetch },
      credential: async () => ({ values: { openAIApiKey: 'sandbox-test' }, platform: false }),
      customTool: async (id: string) => ({
        ...{ id, name: id, description: `Does ${id}.`, func: 'return fetch($amount)' },
        schema: '[{"property":"amount","type":"number","description":"How much","required":true}]',
      }),
      runCode: async ({ inputs }: { inputs: Record<string, unknown> }) => ({
        ...{ value: await atTurn(process, () => takeEffect(String(inputs.amount)), true), logs: [] },
      }),
    } as unknown as Ports
  }

  function takeEffect(name: string): string {
    const isStored = store
      .events()
      .some((event) => event.type === 'tool_called' && nameOf(event.args) === name)
    expectThat(issues, isStored, `${name} took effect before its begin was stored`)
    effects.set(name, (effects.get(name) ?? 0) + 1)
    const response = JSON.stringify({ done: name })
    responses.set(name, response)
    return response
  }

  function work(process: Process) {
    return runProcess({ process, store, program, ports: portsFor(process), atTurn, issues })
  }

  function begin(): Process {
    count.processes += 1
    const process: Process = {
      ...{ id: `p${count.processes}`, hasDied: false, isIdle: false },
      controller: new AbortController(),
    }
    processes.push(process)
    return process
  }

  function kill(process: Process) {
    process.hasDied = true
    processes = processes.filter((other) => other !== process)
    tasks = tasks.filter((task) => task.process !== process)
  }

  function claimOrphan() {
    const process = begin()
    if (store.claim(process.id)) {
      count.claims += 1
      void work(process)
    } else {
      kill(process)
    }
  }

  /** The question is stored by the process that received it; nobody can take over what is not stored. */
  function ask() {
    const process = begin()
    store.begin(process.id)
    void work(process)
  }

  /** Of several simultaneous answers one wins; a person decides about an uncertain call from the count outside. */
  function answer() {
    // The order of answers is the same as in the undisturbed run, which has no uncertain calls.
    const wait = store.waits().find(({ kind }) => kind === 'uncertain') ?? store.waits()[0]
    if (!wait) {
      return
    }
    const given = {
      type: 'wait_answered',
      at: 0,
      waitId: wait.id,
      answer: decide(wait),
      by: { kind: 'user' },
    } as const
    const rivals = Array.from({ length: 1 + random.below(3) }, begin)
    const winners = rivals.filter((process) => store.claim(process.id, given))
    expectThat(issues, winners.length === 1, `${winners.length} answers to ${wait.id} have won`)
    for (const process of rivals) {
      if (winners.includes(process)) {
        void work(process)
      } else {
        kill(process)
      }
    }
  }

  function decide({ kind, calls }: StepWait) {
    if (kind !== 'uncertain') {
      return { type: 'proceed' as const }
    }
    count.uncertain += 1
    const args = calls?.[0]?.args
    const name = nameOf(args)
    const response = responses.get(name)
    if (response === undefined) {
      return { type: 'again' as const }
    }
    const isRequest = name.startsWith('http')
    const headers = { 'content-type': 'application/json' }
    const value = isRequest ? { data: JSON.parse(response), status: 200, statusText: '', headers } : response
    return { type: 'done' as const, value }
  }

  function takeTurn() {
    const [task] = tasks.splice(failureRate === 0 ? 0 : random.below(tasks.length), 1)
    const isFailing = failureRate > 0 && failures.length < maxFailures && random.isOneIn(failureRate)
    if (task && isFailing) {
      fail(task)
    } else {
      task?.settle()
    }
  }

  function fail(task: Task) {
    const failure = kinds[random.below(kinds.length)] ?? 'crash before'
    failures.push(`turn ${count.turns}: ${failure} ${task.process.id}`)
    if (failure === 'freeze') {
      freeze(task)
      return
    }
    if (failure === 'crash after') {
      task.settle()
    }
    kill(task.process)
  }

  /** Another process takes the run over while this one sleeps before a commit, or before it reads a reply. */
  function freeze(task: Task) {
    if (store.last() > 0) {
      claimOrphan()
    }
    if (task.isCall) {
      task.settle()
    } else {
      tasks.push(task)
    }
  }

  function goOn() {
    if (tasks.length > 0) {
      takeTurn()
    } else if (store.state() === 'waiting') {
      answer()
    } else if (processes.every(({ isIdle }) => isIdle)) {
      processes = []
      const start = store.last() === 0 ? ask : claimOrphan
      start()
    }
  }

  for (; store.state() !== 'ended' && count.turns < MAX_TURNS; count.turns += 1) {
    await turnOver()
    goOn()
  }
  issues.push(...store.issues, ...checkLog(program, store.pages))
  expectThat(issues, store.state() === 'ended', 'the run has not ended')
  for (const [name, times] of effects) {
    expectThat(issues, times === 1, `${name} took effect ${times} times`)
  }
  const ended = store.events().at(-1)
  const text = ended?.type === 'run_finished' ? ended.text : `ended by ${ended?.type}`
  return { issues, failures, text, effects, claims: count.claims, uncertain: count.uncertain }
}

function nameOf(args: unknown): string {
  const { url, amount } = (args ?? {}) as { url?: string; amount?: number }
  return url ?? String(amount)
}

/** The reply depends on the request alone. Tools are called twice at most. */
function replyTo(request: Parameters<Ports['chat']>[1]): ChatReply {
  const hash = createHash('sha256')
    .update(JSON.stringify([request.system, request.messages]))
    .digest()
  const [tool] = request.tools ?? []
  const rounds = request.messages.filter(({ role }) => role === 'tool').length
  const reply = { text: `<${hash.toString('hex').slice(0, 8)}>`, usage, estimated: false }
  return tool && rounds < 2
    ? {
        ...reply,
        text: '',
        toolCalls: [{ id: `call-${rounds}`, name: tool.name, args: { amount: hash.readUInt32BE() } }],
      }
    : reply
}
