import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noteOf } from './channel-load.ts'

/** One in so many answers is rejected after it was taken, so that it is sent again, and one in so many notes is busy once. */
const REJECTED = 10
const NOTES = '/notes/'

type Attachment = { name: string; url: string; size: number }
export type Answer = { id: string; chat: string; text: string; attachments: Attachment[] }

/** The system that the channels answer to, and that has the attachments of messages. Answers with a known id are repetitions. */
export async function startReceiver() {
  const answers = new Map<string, Answer>()
  const fetched = new Set<string>()
  let repeated = 0
  const isUnlucky = () => Math.random() < 1 / REJECTED

  function sendNote(path: string, response: ServerResponse) {
    const isFirst = !fetched.has(path)
    fetched.add(path)
    if (isFirst && isUnlucky()) {
      response.writeHead(503).end()
    } else {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(noteOf(path.slice(NOTES.length)))
    }
  }

  function take(id: string, body: string) {
    const {
      conversationId: chat,
      text,
      attachments = [],
    } = JSON.parse(body) as Omit<Answer, 'id' | 'chat'> & {
      conversationId: string
    }
    const isNew = !answers.has(id)
    repeated += isNew ? 0 : 1
    answers.set(id, answers.get(id) ?? { id, chat, text, attachments })
    return isNew && isUnlucky() ? 503 : 204
  }

  async function receive(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'GET') {
      return sendNote(request.url ?? '', response)
    }
    const chunks = await request.toArray()
    const status = take(String(request.headers['webhook-id']), Buffer.concat(chunks).toString('utf8'))
    response.writeHead(status).end()
  }

  const server = createServer((request, response) => {
    // A killed sender leaves half a request.
    receive(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    /** In the order in which they have arrived first. */
    answers: () => [...answers.values()],
    repeated: () => repeated,
    close: () => server.close(),
  }
}
