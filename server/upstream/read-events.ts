import { EventSourceParserStream } from 'eventsource-parser/stream'

/** Server-sent events of a response. An event is complete at its blank line or at the end of the body. */
export async function* readEvents(body: Response['body']) {
  const events = body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new TransformStream({ flush: (rest) => rest.enqueue('\n\n') }))
    .pipeThrough(new EventSourceParserStream())
  yield* events ?? []
}
