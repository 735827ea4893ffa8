/** Receives frames of the WebSocket protocol, several at once. */
export type Sink = (frames: Buffer) => void

/**
 * Frames are gathered before they are sent, because a system call per watcher then sends several of them: one and a half times
 * as long as sending takes, so that it leaves more than half of the time to everything else. After a silence, only frames
 * of the same event are gathered.
 */
const GATHERED = 1.5
const MIN_GATHERED_MS = 5
const MAX_GATHERED_MS = 80

type Topic = {
  sinks: Set<Sink>
  waiting: Buffer[]
  timer: NodeJS.Timeout | undefined
  /** Of the last sending. */
  sent: { at: number; ms: number }
}

/**
 * Sends the same frames to many sockets. They are encoded once, and the same bytes are given to every socket, so a watcher
 * costs a write and no memory of its own.
 */
export function createFanOut() {
  const topics = new Map<string, Topic>()

  function add(name: string, sink: Sink): () => void {
    const topic = topics.get(name) ?? newTopic()
    topics.set(name, topic)
    topic.sinks.add(sink)
    return () => {
      topic.sinks.delete(sink)
      if (topic.sinks.size === 0) {
        clearTimeout(topic.timer)
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

  function queue(topic: Topic, frame: Buffer) {
    topic.waiting.push(frame)
    topic.timer ??= setTimeout(() => flush(topic), pauseBefore(topic)).unref()
  }

  function flush(topic: Topic) {
    const frames = Buffer.concat(topic.waiting)
    topic.waiting = []
    topic.timer = undefined
    const startedAt = performance.now()
    for (const sink of topic.sinks) {
      sink(frames)
    }
    const at = performance.now()
    topic.sent = { at, ms: at - startedAt }
  }

  return { add, send, all, has: (name: string) => topics.has(name) }
}

function newTopic(): Topic {
  return { sinks: new Set(), waiting: [], timer: undefined, sent: { at: Number.NEGATIVE_INFINITY, ms: 0 } }
}

function pauseBefore({ sent }: Topic): number {
  const due = sent.at + Math.min(sent.ms * GATHERED, MAX_GATHERED_MS)
  return Math.max(due - performance.now(), MIN_GATHERED_MS)
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
