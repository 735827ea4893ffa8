import type { Connect } from '#server/bus/notify-bus.ts'
import type { Process, Scheduler } from './scheduler.ts'

type Listener = { process: Process; payload(text: string): void; lost(): void; order: string }

/** LISTEN and NOTIFY: payloads reach every listener in the order of their commits, each after a time of its own. */
export function createNetwork({ atTurn }: Scheduler) {
  const listeners = new Set<Listener>()
  let count = 0

  function connectFrom(process: Process): Connect {
    return async ({ payload, lost }) => {
      count += 1
      const listener = { process, payload, lost, order: `link ${count}` }
      await atTurn(process, () => void listeners.add(listener))
      return {
        notify: (text) => atTurn(process, () => (listeners.has(listener) ? broadcast(text) : fail())),
        close: async () => void listeners.delete(listener),
      }
    }
  }

  function broadcast(text: string) {
    for (const listener of listeners) {
      const { process, payload, order } = listener
      void atTurn(process, () => (listeners.has(listener) ? payload(text) : undefined), order)
    }
  }

  /** What is under way to this process is gone, as what is sent until it listens again. */
  function cut(process: Process) {
    for (const listener of [...listeners].filter((each) => each.process === process)) {
      listeners.delete(listener)
      listener.lost()
    }
  }

  return { connectFrom, cut }
}

function fail(): never {
  throw new Error('The connection is lost.')
}
