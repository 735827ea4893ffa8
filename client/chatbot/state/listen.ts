import { parseJson } from '#shared/json.ts'
import type { VisitorEvent } from '#shared/visitor-events.ts'

const RETRY_MS = 10_000

/**
 * Passes on what happens beside the answers until the returned function is called. The browser connects again by
 * itself, unless the server has rejected the stream.
 */
export function listen(open: () => EventSource, onEvent: (event: VisitorEvent) => void): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  function connect() {
    source = open()
    for (const type of ['state', 'message', 'typing']) {
      source.addEventListener(type, ({ data }) => {
        const event = parseJson(data) as VisitorEvent | undefined
        if (event) {
          onEvent(event)
        }
      })
    }
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) {
        timer = setTimeout(connect, RETRY_MS)
      }
    }
  }
  connect()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
