import { type Frame, readFrames } from './frames.ts'
import { Rejection } from './visitor-api.ts'

type Options = {
  /** Sends the question; undefined for an answer that was still coming when the page was left. */
  request: (() => Promise<Response>) | undefined
  /** Opens the answer that is being written, from its beginning; status 204 when there is none. */
  rejoin(): Promise<Response>
  /** Called for every connection: what was received over an earlier one comes again. */
  onBegin(): void
  onFrame(frame: Frame): void
  /** The whole response of a flow that answers in one piece. */
  onBody(body: unknown): void
  onLost(): void
  signal: AbortSignal
}

const MAX_ATTEMPTS = 8
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000

/**
 * Reads an answer to its end, over several connections where necessary. Returns false when the server no longer
 * has it or cannot be reached. Throws the server's rejection of the question.
 */
export async function followAnswer({
  request,
  rejoin,
  signal,
  onLost,
  ...handlers
}: Options): Promise<boolean> {
  let open = request ?? rejoin
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const outcome = await attemptOnce(open, handlers, open === request)
    if (outcome !== 'lost' || signal.aborted) {
      return outcome === 'complete'
    }
    onLost()
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS), signal)
    if (signal.aborted) {
      return false
    }
    open = rejoin
  }
  return false
}

type Handlers = Pick<Options, 'onBegin' | 'onFrame' | 'onBody'>

async function attemptOnce(
  open: () => Promise<Response>,
  { onBegin, onFrame, onBody }: Handlers,
  isRequest: boolean,
): Promise<'complete' | 'gone' | 'lost'> {
  try {
    const response = await open()
    if (response.status === 204) {
      return 'gone'
    }
    onBegin()
    if (!isStream(response)) {
      onBody(await response.json())
      return 'complete'
    }
    return (await readToEnd(response, onFrame)) ? 'complete' : 'lost'
  } catch (error) {
    if (error instanceof Rejection && (isRequest || error.status < 500)) {
      throw error
    }
    return 'lost'
  }
}

function isStream(response: Response) {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** False when the stream breaks off. */
async function readToEnd({ body }: Response, onFrame: (frame: Frame) => void): Promise<boolean> {
  if (!body) {
    return false
  }
  for await (const frame of readFrames(body)) {
    onFrame(frame)
    if (frame.event === 'end') {
      return true
    }
  }
  return false
}

/** Shorter when the browser is back online. */
function pause(milliseconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
    signal.addEventListener('abort', end, { once: true })
  })
}
