import { EventSourceParserStream } from 'eventsource-parser/stream'

/** The server-sent events of a response. An event counts when its blank line has arrived, or the body has ended. */
export async function* readEvents(body: Response['body']) {
  const events = body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new TransformStream({ flush: (rest) => rest.enqueue('\n\n') }))
    .pipeThrough(new EventSourceParserStream())
  yield* events ?? []
}
