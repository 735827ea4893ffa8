import type { Rating } from '#shared/feedback.ts'
import { toRecord } from '#shared/json.ts'
import type { LeadField } from '#shared/lead-fields.ts'
import type { Upload } from '#shared/uploads.ts'
import type { VisitorChat } from '#shared/visitor-chat.ts'

export type Prediction = {
  question: string
  chatId: string
  /** With it, the answer can be read again after a lost connection. */
  questionId: string
  uploads?: readonly Upload[] | undefined
  form?: Readonly<Record<string, unknown>> | undefined
  leadEmail?: string | undefined
  humanInput?: { type: 'proceed' | 'reject'; startNodeId?: string; feedback?: string } | undefined
}

/** The server has rejected a call. `message` is its sentence, or the owner's. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { status, headers }: Pick<Response, 'status' | 'headers'>) {
    super(message)
    this.status = status
    this.retryAfterSeconds = Number(headers.get('retry-after')) || undefined
  }
}

/** The calls of a visitor. Errors of the network are thrown as `fetch` throws them. */
export function createVisitorApi(host: string, flowId: string) {
  const id = encodeURIComponent(flowId)

  async function call(method: string, path: string, { body, signal }: CallOptions = {}): Promise<Response> {
    const isJson = body !== undefined && !(body instanceof FormData)
    const response = await fetch(`${host}/api/v1${path}`, {
      method,
      // A signed-in owner who tries the chat is a visitor like all others.
      credentials: 'omit',
      ...(isJson && { headers: { 'content-type': 'application/json' } }),
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
      ...(signal && { signal }),
    })
    if (!response.ok) {
      throw await toRejection(response)
    }
    return response
  }

  const watched = (chatId: string) => `/chat-events/${id}/${encodeURIComponent(chatId)}`

  return {
    async chat(): Promise<VisitorChat> {
      return (await call('GET', `/chatbot/${id}`)).json()
    },
    predict: (prediction: Prediction, signal: AbortSignal) =>
      call('POST', `/prediction/${id}`, { body: { ...prediction, streaming: true }, signal }),
    /** The answer that is being written, from its beginning. */
    rejoin: (chatId: string, questionId: string, signal: AbortSignal) =>
      call('GET', `/chatbot/${id}/answer?${new URLSearchParams({ chatId, questionId })}`, { signal }),
    /** Messages of operators, and whether they answer instead of AI. */
    events: (chatId: string, after: number | undefined) =>
      new EventSource(`${host}/api/v1${watched(chatId)}${after === undefined ? '' : `?after=${after}`}`),
    reportTyping: (chatId: string, isTyping: boolean) =>
      call('POST', `${watched(chatId)}/typing`, { body: { isTyping } }),
    reportSeen: (chatId: string, sequence: number) =>
      call('POST', `${watched(chatId)}/seen`, { body: { sequence } }),
    stop: (chatId: string) => call('PUT', `/chatmessage/abort/${id}/${encodeURIComponent(chatId)}`),
    async rate(rating: { chatId: string; messageId: string; rating: Rating }): Promise<string> {
      const response = await call('POST', `/feedback/${id}`, { body: rating })
      return String(toRecord(await response.json()).id)
    },
    changeRating: (feedbackId: string, changes: { rating?: Rating; content?: string }) =>
      call('PUT', `/feedback/${encodeURIComponent(feedbackId)}`, { body: changes }),
    leaveLead: (chatId: string, lead: Partial<Record<LeadField, string>>) =>
      call('POST', '/leads', { body: { chatflowid: flowId, chatId, ...lead } }),
    async readDocument(chatId: string, file: File): Promise<{ name: string; content: string }> {
      const body = new FormData()
      body.append('files', file)
      const response = await call('POST', `/attachments/${id}/${encodeURIComponent(chatId)}`, { body })
      const [attachment] = (await response.json()) as { name: string; content: string }[]
      return attachment ?? { name: file.name, content: '' }
    },
    speak: (chatId: string, chatMessageId: string, signal: AbortSignal) =>
      call('POST', '/text-to-speech/generate', {
        body: { chatflowId: flowId, chatId, chatMessageId },
        signal,
      }),
    fileUrl: (chatId: string, fileName: string) =>
      `${host}/api/v1/get-upload-file?${new URLSearchParams({ chatflowId: flowId, chatId, fileName })}`,
  }
}
export type VisitorApi = ReturnType<typeof createVisitorApi>

type CallOptions = { body?: object; signal?: AbortSignal }

/** The owner's own messages are plain text, all others a JSON body. */
async function toRejection(response: Response): Promise<Rejection> {
  const body = await response.text().catch(() => '')
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return new Rejection(isJson ? messageOf(body) : body, response)
}

function messageOf(body: string) {
  try {
    return String(toRecord(JSON.parse(body)).message ?? '')
  } catch {
    return ''
  }
}
