import type { Bus } from '#server/bus/bus.ts'
import { createNotifyBus } from '#server/bus/notify-bus.ts'
import { createVisitorStream } from '#server/features/live/visitor-stream.service.ts'
import { createMessagesService } from '#server/features/messages/messages.service.ts'
import { createRunsService } from '#server/features/runs/runs.service.ts'
import { createPermits } from '#server/features/takeover/permits.service.ts'
import { createTakeoverService } from '#server/features/takeover/takeover.service.ts'
import type { LiveEvent } from '#server/ports/live.ts'
import { place, type SimulatedDatabase } from './database.ts'
import type { createNetwork } from './network.ts'
import type { Process, Scheduler } from './scheduler.ts'

/** Faults that the simulation must find: each takes away one part of the protection. */
export const mutants = [
  'answers are stored under any number',
  'text leaves without a permit',
  'a switch is not sent to other processes',
  'a switch is acknowledged before other processes have received it',
  'a process is current without pings',
  'what was missed is not read after a lost connection',
  'a switch does not wait for answers that are leaving',
  'a stored answer leaves whenever it can',
  'visitors continue from the newest message',
  'messages of operators have no id of their own',
] as const
export type Mutant = (typeof mutants)[number]

type Deps = {
  process: Process
  scheduler: Scheduler
  network: ReturnType<typeof createNetwork>
  storeFor: SimulatedDatabase['storeFor']
  newId(): string
  mutant: Mutant | undefined
}

/** The product's own services, as one process has them. Models, money and the wire are simulated. */
export function createProcessServices({ process, scheduler, network, storeFor, newId, mutant }: Deps) {
  const store = storeFor(process, scheduler)
  const now = () => new Date(scheduler.now())
  const clock = {
    now: scheduler.now,
    after: (ms: number, work: () => void) => scheduler.after(process, ms, work),
  }
  const connect = network.connectFrom(process)
  const own = createNotifyBus<LiveEvent>({ connect, processId: process.id, newId, clock })
  const bus = withMutation(own, mutant)
  const messages = createMessagesService({ store, bus })
  const permits = createPermits({
    bus,
    read: (chat) => messages.findConversation(store.db, chat),
    wait: (ms) => new Promise((resolve) => clock.after(ms, resolve)),
  })
  const held: typeof permits = {
    ...permits,
    issue(chat) {
      const permit = permits.issue(chat)
      return {
        ...permit,
        ...(mutant === 'text leaves without a permit' && { isValid: () => true, mayLeave: () => true }),
        ...(mutant === 'a stored answer leaves whenever it can' && {
          mayLeave: () => permit.isStored() || permit.isValid(),
        }),
        ...(mutant === 'a switch does not wait for answers that are leaving' && {
          hold: () => () => undefined,
        }),
      }
    },
  }
  const runs = createRunsService({
    ...{ store, newId, now, bus, runTimeoutMs: 60_000, logRetentionDays: 0, permits: held },
    messages: {
      ...messages,
      findConversation: async (db, chat) => {
        const found = await messages.findConversation(db, chat)
        return scheduler.atTurn(process, () => found)
      },
      ...(mutant === 'answers are stored under any number' && {
        insertAnswer: (tx, row) => messages.insertCut(tx, row),
      }),
    },
    usage: {
      open: async (_tx: unknown, _payer: unknown, event: object) => ({ ...event, price: null }),
      costOf: () => 0,
      close: async () => undefined,
    } as never,
    wallet: {} as never,
    storeEmbedded: async () => undefined,
  })
  const takeover = createTakeoverService({
    ...{ store, newId, now, bus, messages },
    inbox: {
      get: async (_caller, chat) => {
        const conversation = await messages.findConversation(store.db, chat)
        return { conversation, flowName: '', switchedBy: null } as never
      },
    },
    notify: async () => undefined,
  })
  const visitorStream = createVisitorStream({
    ...{ store, bus, messages },
    access: { authorize: async () => ({ id: place.flowId, userId: place.userId }) as never },
    limits: { countOwn: async () => undefined } as never,
  })
  return { bus, messages, runs, takeover, visitorStream }
}

export type ProcessServices = ReturnType<typeof createProcessServices>

function withMutation(bus: Bus<LiveEvent>, mutant: Mutant | undefined): Bus<LiveEvent> {
  switch (mutant) {
    case 'a switch is not sent to other processes':
      return {
        ...bus,
        publish: async (event) => (event.type === 'switch' ? undefined : bus.publish(event)),
      }
    case 'a switch is acknowledged before other processes have received it':
      return { ...bus, settled: async () => undefined }
    case 'a process is current without pings':
      return { ...bus, lease: () => () => true }
    case 'what was missed is not read after a lost connection':
      return { ...bus, onGap: () => undefined }
    default:
      return bus
  }
}
