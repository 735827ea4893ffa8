/** Receives frames of the WebSocket protocol, several at once. */
export type Sink = (frames: Buffer) => void

/** Frames are gathered for so long per watcher of a topic: one system call per watcher then sends several of them. */
const GATHERED_MS = 0.016
const MAX_GATHERED_MS = 80
/** Writing to so many sockets holds the thread for some milliseconds. */
const LANE_SOCKETS = 500

/** Sockets that are written to at once. The lanes of a topic take turns, so that none waits for the writes of all. */
type Lane = { sinks: Set<Sink>; waiting: Buffer[]; timer: NodeJS.Timeout | undefined }
type Topic = { lanes: Lane[]; size: number }

/**
 * Sends the same frames to many sockets. They are encoded once, and the same bytes are given to every socket of a lane, so a
 * watcher costs a write and no memory of its own.
 */
export function createFanOut() {
  const topics = new Map<string, Topic>()

  function add(name: string, sink: Sink): () => void {
    const topic = topics.get(name) ?? { lanes: [], size: 0 }
    const lane = topic.lanes.find(({ sinks }) => sinks.size < LANE_SOCKETS) ?? openLane(topic)
    topics.set(name, topic)
    lane.sinks.add(sink)
    topic.size += 1
    return () => {
      topic.size -= lane.sinks.delete(sink) ? 1 : 0
      if (lane.sinks.size === 0) {
        clearTimeout(lane.timer)
        topic.lanes = topic.lanes.filter((each) => each !== lane)
      }
      if (topic.size === 0) {
        topics.delete(name)
      }
    }
  }

  function send(names: readonly string[], text: string) {
    const watched = names.flatMap((name) => topics.get(name) ?? [])
    if (watched.length > 0) {
      const frame = toFrame(text)
      for (const topic of watched) {
        queue(topic, frame)
      }
    }
  }

  function all(text: string) {
    send([...topics.keys()], text)
  }

  return { add, send, all, has: (name: string) => topics.has(name) }
}

function openLane(topic: Topic): Lane {
  const lane: Lane = { sinks: new Set(), waiting: [], timer: undefined }
  topic.lanes.push(lane)
  return lane
}

function queue({ lanes, size }: Topic, frame: Buffer) {
  const period = Math.min(size * GATHERED_MS, MAX_GATHERED_MS)
  for (const [place, lane] of lanes.entries()) {
    lane.waiting.push(frame)
    lane.timer ??= setTimeout(flush, untilTurn(period, place / lanes.length), lane).unref()
  }
}

/** Turns come once a period, at this share of it. Timers may fire a millisecond early, which must not be before it. */
function untilTurn(period: number, share: number) {
  return Math.ceil(period - ((performance.now() + (1 - share) * period) % period)) + 1
}

function flush(lane: Lane) {
  const frames = Buffer.concat(lane.waiting)
  lane.waiting = []
  lane.timer = undefined
  for (const sink of lane.sinks) {
    sink(frames)
  }
}

/** A text frame of a server: unmasked, in one piece. */
export function toFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = headOf(payload.length)
  return Buffer.concat([head, payload])
}

function headOf(length: number): Buffer {
  if (length < 126) {
    return Buffer.from([0x81, length])
  }
  if (length < 65_536) {
    const head = Buffer.from([0x81, 126, 0, 0])
    head.writeUInt16BE(length, 2)
    return head
  }
  const head = Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}
