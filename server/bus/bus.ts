/** Events between the processes of an installation. They carry ids, and receivers read the rest from the database. */
export type Bus<Event> = {
  /** To this process and all others. Rejects when the others may not receive it. */
  publish(event: Event): Promise<void>
  subscribe(listener: Listener<Event>): () => void
  /**
   * The time until which everything published so far, which this process has not received, is not settled. The function says
   * whether it still lasts; at once false while events may be missing or late.
   */
  lease(): () => boolean
  /**
   * Resolves once every process has received what was published before and its listeners are done, or its leases of that
   * time have run out.
   */
  settled(): Promise<void>
  /** Called after events may have been missed, and awaited before there is a new lease. */
  onGap(listener: () => Promise<void>): void
  close(): Promise<void>
}

/** A promise delays `settled`. */
export type Listener<Event> = (event: Event) => void | Promise<void>

/** What listeners have not done yet. */
export function createDelivery<Event>() {
  const listeners = new Set<Listener<Event>>()
  const working = new Set<Promise<void>>()
  return {
    subscribe(listener: Listener<Event>) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    deliver(event: Event) {
      for (const listener of listeners) {
        const work = listener(event)
        if (work) {
          const done: Promise<void> = work.catch(() => undefined).finally(() => working.delete(done))
          working.add(done)
        }
      }
    },
    done: async () => void (await Promise.all(working)),
  }
}

/** For an installation of one process. */
export function createMemoryBus<Event>(): Bus<Event> {
  const { subscribe, deliver, done } = createDelivery<Event>()
  return {
    subscribe,
    publish: async (event) => deliver(event),
    lease: () => () => true,
    settled: done,
    onGap: () => undefined,
    close: async () => undefined,
  }
}
