export type Turn = { flow: string; visitor: string }

type Waiting<Job> = Turn & { job: Job; bytes: number }
type Line<Job> = { running: number; waiting: Waiting<Job>[] }
type FlowLine<Job> = { running: number; visitors: Map<string, Line<Job>> }
type Limits = {
  total: number
  perFlow: number
  perVisitor: number
  waiting: number
  waitingPerVisitor: number
  /** Total size of all waiting jobs, and of those of one visitor. */
  waitingBytes: number
  waitingBytesPerVisitor: number
}

/**
 * A fair queue: flows alternate, and so do visitors within a flow. A flow never takes the last process and a
 * visitor never the last one of a flow, so a second flow and a second visitor start at once.
 */
export function createFairQueue<Job>(limits: Limits) {
  const { total, perFlow, perVisitor } = limits
  const flows = new Map<string, FlowLine<Job>>()
  let running = 0
  let waiting = 0
  let waitingBytes = 0

  function lineOf({ flow, visitor }: Turn) {
    const ofFlow = flows.get(flow) ?? { running: 0, visitors: new Map<string, Line<Job>>() }
    const ofVisitor = ofFlow.visitors.get(visitor) ?? { running: 0, waiting: [] }
    flows.set(flow, ofFlow)
    ofFlow.visitors.set(visitor, ofVisitor)
    return { ofFlow, ofVisitor }
  }

  /** True when a job of this size exceeds the limits of the queue. Byte limits never reject the first waiting job. */
  function isFull({ flow, visitor }: Turn, bytes: number): boolean {
    const own = flows.get(flow)?.visitors.get(visitor)?.waiting ?? []
    const ownBytes = own.reduce((sum, each) => sum + each.bytes, 0)
    return (
      waiting >= limits.waiting ||
      own.length >= limits.waitingPerVisitor ||
      (waiting > 0 && waitingBytes + bytes > limits.waitingBytes) ||
      (own.length > 0 && ownBytes + bytes > limits.waitingBytesPerVisitor)
    )
  }

  function add(turn: Turn, job: Job, bytes: number) {
    waiting += 1
    waitingBytes += bytes
    lineOf(turn).ofVisitor.waiting.push({ ...turn, job, bytes })
  }

  /** The next job that may run. The caller must call `done` when it ends. */
  function next(): { job: Job; done: () => void } | undefined {
    if (running >= total) {
      return undefined
    }
    for (const [flow, ofFlow] of flows) {
      const found = ofFlow.running < perFlow ? nextOf(ofFlow) : undefined
      if (found) {
        flows.delete(flow)
        flows.set(flow, ofFlow)
        return start(found)
      }
    }
    return undefined
  }

  function nextOf({ visitors }: FlowLine<Job>): Waiting<Job> | undefined {
    for (const [visitor, line] of visitors) {
      const next = line.running < perVisitor ? line.waiting.shift() : undefined
      if (next) {
        visitors.delete(visitor)
        visitors.set(visitor, line)
        return next
      }
    }
    return undefined
  }

  function start({ job, bytes, ...turn }: Waiting<Job>) {
    const { ofFlow, ofVisitor } = lineOf(turn)
    waiting -= 1
    waitingBytes -= bytes
    running += 1
    ofFlow.running += 1
    ofVisitor.running += 1
    const done = () => {
      running -= 1
      ofFlow.running -= 1
      ofVisitor.running -= 1
      forget(turn)
    }
    return { job, done }
  }

  function remove(turn: Turn, job: Job): boolean {
    const line = lineOf(turn).ofVisitor.waiting
    const place = line.findIndex((each) => each.job === job)
    const [removed] = place >= 0 ? line.splice(place, 1) : []
    if (removed) {
      waiting -= 1
      waitingBytes -= removed.bytes
    }
    forget(turn)
    return place >= 0
  }

  function forget({ flow, visitor }: Turn) {
    const ofFlow = flows.get(flow)
    const ofVisitor = ofFlow?.visitors.get(visitor)
    if (ofFlow && ofVisitor?.running === 0 && ofVisitor.waiting.length === 0) {
      ofFlow.visitors.delete(visitor)
    }
    if (ofFlow?.visitors.size === 0) {
      flows.delete(flow)
    }
  }

  return { add, next, remove, isFull }
}
