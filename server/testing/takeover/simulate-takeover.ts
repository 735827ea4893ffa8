import { setImmediate as turnOver } from 'node:timers/promises'
import type { VisitorEvent } from '#shared/visitor-events.ts'
import { createRandom } from '../simulation/random.ts'
import { isCut, openDatabase, place, type SimulatedDatabase, type StoredMessage } from './database.ts'
import { createNetwork } from './network.ts'
import { createScheduler, type Process } from './scheduler.ts'
import { createProcessServices, type Mutant, type ProcessServices } from './services.ts'
import { ask } from './visitor.ts'

const MAX_STEPS = 4_000
const ACTIONS = 14
/** Seeds that share a database, which is small this way. */
const SEEDS = 1_000
const SETTLED_MS = 2_600
const operator = { id: 'ada', username: 'ada', role: 'USER' } as const

type Running = { process: Process; services: ProcessServices }
type Bytes = { messageId: string; piece: string }
/** In the order in which they happen. */
type Event =
  | { kind: 'off acknowledged' }
  | { kind: 'on requested' }
  | ({ kind: 'bytes' } & Bytes)
  | { kind: 'stored'; messageId: string }

export type Takeover = {
  issues: string[]
  /** What the seed has done, to read a failure. */
  story: string[]
  acknowledged: number
  cut: number
  withheld: number
  answered: number
}

let database: SimulatedDatabase | undefined
let conversations = 0

function nextDatabase(): SimulatedDatabase {
  const next = database && conversations % SEEDS > 0 ? database : openDatabase()
  database = next
  conversations += 1
  return next
}

/**
 * Visitors, operators and two processes on one database. The seed decides what happens next: a piece of an answer, a commit, a
 * notification, a switch, a lost connection, a frozen or a dead process.
 */
export async function simulateTakeover(seed: number, mutant?: Mutant): Promise<Takeover> {
  const { messagesOf, onAnswer, storeFor } = nextDatabase()
  const chat = { flowId: place.flowId, chatId: `chat ${conversations}` }
  const random = createRandom(seed)
  const scheduler = createScheduler(random)
  const network = createNetwork(scheduler)
  const issues: string[] = []
  const story: string[] = []
  const events: Event[] = []
  const running: Running[] = []
  const byHand = new Map<string, string>()
  const asked = new Map<string, Asked>()
  /** Switches on that are not acknowledged: whether AI is off is not known meanwhile. */
  const turningOn = new Set<{ process: Process }>()
  const result = { acknowledged: 0, cut: 0, withheld: 0, answered: 0 }
  /** Requests of operators that are not answered. */
  const pending = new Set<{ process: Process }>()
  let ids = 0
  let left = ACTIONS

  const newId = () => {
    ids += 1
    return `${chat.chatId} ${ids}`
  }

  function begin() {
    const process: Process = { id: `process ${newId()}`, hasDied: false, frozenUntil: 0 }
    const services = createProcessServices({
      ...{ process, scheduler, network, newId, mutant },
      storeFor,
    })
    running.push({ process, services })
  }

  const some = () => running[random.below(running.length)] as Running

  function tell(text: string) {
    story.push(`${scheduler.now()} ${text}`)
  }

  function askSomething() {
    const { process, services } = some()
    const messageId = newId()
    const pieces = Array.from({ length: 1 + random.below(6) }, (_, place) => `${messageId}:${place};`)
    const isStreaming = !random.isOneIn(3)
    const question = { chat, messageId, text: `question ${messageId}`, pieces, isStreaming }
    asked.set(messageId, { process, text: question.text, answer: pieces.join(''), isReplied: false })
    tell(`${process.id} is asked ${messageId}${isStreaming ? ', streaming' : ''}`)
    const onBytes = (piece: string) => void events.push({ kind: 'bytes', messageId, piece })
    ask({
      ...{ process, services, scheduler, question, onBytes },
      onReply: ({ aiDisabled }) => {
        const own = asked.get(messageId)
        if (own) {
          own.isReplied = true
        }
        result.withheld += aiDisabled ? 1 : 0
        result.answered += aiDisabled ? 0 : 1
      },
    }).catch((error: unknown) => issues.push(`the question failed: ${String(error)}`))
  }

  function turn(isAiOff: boolean) {
    const { process, services } = some()
    const request = { process }
    pending.add(request)
    tell(`${process.id} is to turn AI ${isAiOff ? 'off' : 'on'}`)
    if (!isAiOff) {
      events.push({ kind: 'on requested' })
      turningOn.add(request)
    }
    services.takeover
      .switchAi(operator, chat, { isAiOff, source: '' })
      .then(({ disabled }) => {
        // Somebody may have turned it on again meanwhile, and heard so.
        if (isAiOff && disabled && ![...turningOn].some((each) => !each.process.hasDied)) {
          result.acknowledged += 1
          events.push({ kind: 'off acknowledged' })
          tell(`${process.id} has turned AI off`)
        }
      })
      // Not acknowledged: the operator sees an error and tries again.
      .catch((error: unknown) => tell(`${process.id} could not turn AI: ${String(error)}`))
      .finally(() => {
        turningOn.delete(request)
        pending.delete(request)
      })
  }

  /** Repeated, like a client whose response was lost. */
  function write() {
    const id = newId()
    const content = `by hand ${id}`
    tell(`an operator writes ${id}`)
    for (let times = 1 + random.below(2); times > 0; times -= 1) {
      const { process, services } = some()
      const pendingWrite = { process }
      pending.add(pendingWrite)
      const request = { chatflowId: chat.flowId, chatId: chat.chatId, content }
      const isNamed = mutant !== 'messages of operators have no id of their own'
      services.takeover
        .write(operator, isNamed ? { ...request, id } : request)
        .then(() => byHand.set(id, content))
        // Two at the same time: the database lets one in.
        .catch(() => undefined)
        .finally(() => void pending.delete(pendingWrite))
    }
  }

  const visitor = {
    received: [] as Extract<VisitorEvent, { event: 'message' }>[],
    last: 0,
    leave: () => undefined as void,
  }
  let connections = 0

  /** The visitor's stream continues from the last message that has arrived. */
  async function connect() {
    visitor.leave()
    connections += 1
    const own = connections
    const { process, services } = some()
    const after = mutant === 'visitors continue from the newest message' && own > 1 ? undefined : visitor.last
    const leave = await services.visitorStream
      .watch(chat, { caller: null, page: undefined, address: '' }, after, (event) => {
        void scheduler.atTurn(
          process,
          () => (own === connections ? receive(event) : undefined),
          `stream ${own}`,
        )
      })
      .catch(() => () => undefined)
    visitor.leave = () => void leave()
    tell(`the visitor watches ${process.id} from ${after}`)
  }

  function receive(event: VisitorEvent) {
    if (event.event === 'message') {
      visitor.received.push(event)
      visitor.last = event.sequence
    }
  }

  function disturb() {
    const { process } = some()
    const kind = random.below(3)
    if (kind === 0) {
      process.frozenUntil = scheduler.now() + 200 + random.below(8_000)
      tell(`${process.id} is frozen until ${process.frozenUntil}`)
    } else if (kind === 1) {
      network.cut(process)
      tell(`${process.id} has lost its connection`)
    } else {
      kill(process)
    }
  }

  function kill(process: Process) {
    process.hasDied = true
    running.splice(
      running.findIndex((each) => each.process === process),
      1,
    )
    begin()
    tell(`${process.id} has died`)
    void connect()
  }

  const actions = [
    ...[askSomething, askSomething, askSomething, write, connect],
    ...[() => turn(true), () => turn(true), () => turn(false), disturb],
  ]

  function act() {
    left -= 1
    actions[random.below(actions.length)]?.()
  }

  begin()
  begin()
  await settleIn()
  askSomething()
  void connect()
  const stop = onAnswer(chat.chatId, (messageId) => events.push({ kind: 'stored', messageId }))
  for (let steps = 0; steps < MAX_STEPS && (left > 0 || !isQuiet()); steps += 1) {
    await turnOver()
    if (left > 0 && random.isOneIn(6)) {
      act()
    } else if (!(await scheduler.step())) {
      break
    }
  }
  // Everything has ended: what is missing now would never arrive.
  await connect()
  for (let steps = 0; steps < 600 && visitor.last < newest(); steps += 1) {
    await turnOver()
    await scheduler.step()
  }
  stop()
  check()
  await Promise.all(running.map(({ services }) => services.bus.close().catch(() => undefined)))
  for (const { process } of running) {
    process.hasDied = true
  }
  return { issues, story, ...result }

  /** In most seeds the processes have known each other for a while. */
  async function settleIn() {
    const until = scheduler.now() + (random.isOneIn(4) ? 0 : SETTLED_MS)
    while (scheduler.now() < until) {
      await turnOver()
      await scheduler.step()
    }
  }

  function isQuiet() {
    const all = [...asked.values()].filter(({ isReplied }) => !isReplied)
    return [...all, ...pending].every(({ process }) => process.hasDied)
  }

  function rows() {
    return messagesOf(chat.chatId)
  }

  function newest() {
    return rows().at(-1)?.sequence ?? 0
  }

  function check() {
    const stored = rows()
    checkSilence()
    checkStored(stored)
    checkVisitor(stored)
  }

  function expectThat(isRight: boolean, issue: string) {
    if (!isRight) {
      issues.push(issue)
    }
  }

  /** Nothing of the bot leaves or is stored between an acknowledged off and the request to turn it on. */
  function checkSilence() {
    let isOff = false
    for (const event of events) {
      if (event.kind === 'off acknowledged' || event.kind === 'on requested') {
        isOff = event.kind === 'off acknowledged'
      } else {
        expectThat(!isOff, `${whatOf(event)} although AI is off`)
      }
    }
  }

  function checkStored(stored: readonly StoredMessage[]) {
    expectThat(
      stored.every(({ sequence }, place) => sequence === place + 1),
      `the messages are numbered ${stored.map(({ sequence }) => sequence).join(', ')}`,
    )
    for (const [messageId, { text, answer }] of asked) {
      const answers = stored.filter(({ id }) => id === messageId)
      const questions = stored.filter(({ content }) => content === text)
      expectThat(questions.length <= 1, `"${text}" is stored ${questions.length} times`)
      const sent = events.flatMap((event) =>
        event.kind === 'bytes' && event.messageId === messageId ? [event.piece] : [],
      )
      const [own] = answers
      if (own && !isCut(own)) {
        expectThat(own.content === answer, `the answer ${messageId} is stored as "${own.content}"`)
        expectThat(answer.startsWith(sent.join('')), `"${sent.join('')}" has left of the answer ${messageId}`)
      } else if (own) {
        result.cut += 1
        expectThat(
          own.content === sent.join(''),
          `"${sent.join('')}" has left, and "${own.content}" is stored`,
        )
      }
    }
    for (const [id, content] of byHand) {
      const times = stored.filter((row) => row.content === content).length
      expectThat(times === 1, `the message ${id} of an operator is stored ${times} times`)
    }
  }

  /** Each message once, in order, without gaps. */
  function checkVisitor(stored: readonly StoredMessage[]) {
    const seen = visitor.received.map(({ sequence }) => sequence)
    const expected = stored.map(({ sequence }) => sequence)
    expectThat(
      seen.join(' ') === expected.join(' '),
      `the visitor has received ${seen.join(' ')} of ${expected.join(' ')}`,
    )
  }
}

type Asked = { process: Process; text: string; answer: string; isReplied: boolean }

function whatOf(event: Extract<Event, { messageId: string }>) {
  return event.kind === 'bytes' ? `"${event.piece}" has left` : `${event.messageId} was stored`
}
