import { isRecord, parseJson } from '#shared/json.ts'

/** One event of a streamed answer. */
export type Frame = { event: string; data: unknown }

/** Frames of an event stream, as they arrive. Comments and lines that are not JSON are skipped. */
export async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  let rest = ''
  for await (const piece of piecesOf(body)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.flatMap(toFrame)
  }
}

/** Readable streams are not async iterable in Safari. */
async function* piecesOf(body: ReadableStream<Uint8Array>) {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      yield piece.value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function toFrame(line: string): Frame[] {
  const parsed = line.startsWith('data:') ? parseJson(line.slice('data:'.length)) : undefined
  return isRecord(parsed) && typeof parsed.event === 'string'
    ? [{ event: parsed.event, data: parsed.data }]
    : []
}
