import { parseJson, toRecord } from '#shared/json.ts'
import { type ApiRequest, toFormFields, toJsonBody } from './snippets/request.ts'

export type Reply = {
  status: number
  text: string
  isError: boolean
  chatId?: string | undefined
  chatMessageId?: string | undefined
}

type Sending = {
  authorization: string | undefined
  file?: File | undefined
  signal: AbortSignal
  /** Receives the text so far while it streams. */
  onText: (text: string) => void
}

/** Sends the snippet's request from this page. Throws only on network errors. */
export async function sendRequest(path: string, request: ApiRequest, sending: Sending): Promise<Reply> {
  const { authorization, file, signal, onText } = sending
  const response = await fetch(path, {
    method: 'POST',
    signal,
    // The session cookie would authenticate the request regardless of the snippet's key.
    credentials: 'omit',
    headers: {
      ...(authorization && { Authorization: authorization }),
      ...(!file && { 'Content-Type': 'application/json' }),
    },
    body: file ? toForm(request, file) : JSON.stringify(toJsonBody(request)),
  })
  const { status } = response
  if (!response.ok) {
    return { status, isError: true, text: messageOf(await response.text()) }
  }
  if (response.headers.get('content-type')?.startsWith('text/event-stream') && response.body) {
    return { status, ...(await readStream(response.body, onText)) }
  }
  const { text, json, chatId, chatMessageId } = await response.json()
  return { status, isError: false, text: text ?? JSON.stringify(json, null, 2), chatId, chatMessageId }
}

function toForm(request: ApiRequest, file: File) {
  const form = new FormData()
  form.append('files', file)
  for (const [name, value] of toFormFields(request)) {
    form.append(name, value)
  }
  return form
}

/** Most errors are JSON; messages for limits of a flow are plain text by its owner. */
function messageOf(body: string): string {
  const { message } = toRecord(parseJson(body))
  return typeof message === 'string' ? message : body
}

type Frame = { event: string; data: unknown }

/** Reads the answer of an event stream. An `error` event replaces the text. */
async function readStream(body: ReadableStream<Uint8Array>, onText: (text: string) => void) {
  const reply: Omit<Reply, 'status'> = { isError: false, text: '' }
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) {
      return reply
    }
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines.filter((each) => each.startsWith('data:'))) {
      applyFrame(JSON.parse(line.slice(5)), reply)
    }
    onText(reply.text)
  }
}

function applyFrame({ event, data }: Frame, reply: Omit<Reply, 'status'>) {
  if (event === 'token' && !reply.isError) {
    reply.text += String(data)
  } else if (event === 'error') {
    Object.assign(reply, { isError: true, text: String(data) })
  } else if (event === 'metadata') {
    const { chatId, chatMessageId } = data as Pick<Reply, 'chatId' | 'chatMessageId'>
    Object.assign(reply, { chatId, chatMessageId })
  }
}
