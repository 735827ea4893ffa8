import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const RIGHT_KEY = 'right-key-0123456789'

type Options = {
  models?: readonly string[]
  reply?: string
  protocol?: 'openai' | 'ollama'
  port?: number
}
type Question = { model: string; stream?: boolean; messages: { role: string; content: string }[] }

export async function openModelStub(options: Options = {}) {
  const {
    models = ['gpt-5-mini', 'whisper-1'],
    reply = 'The stub answers.',
    protocol = 'openai',
    port = 0,
  } = options
  const questions: Question[] = []
  const isOpenAI = protocol === 'openai'
  const list = isOpenAI ? '/v1/models' : '/api/tags'
  const answer = isOpenAI ? answerOpenAI : answerOllama
  const server = createServer(async (request, response) => {
    if (isOpenAI && request.headers.authorization !== `Bearer ${RIGHT_KEY}`) {
      const message = 'Incorrect API key provided. You can find your API key in your account.'
      return send(response, 401, { error: { message, type: 'invalid_request_error' } })
    }
    if (request.method === 'GET') {
      return request.url === list ? send(response, 200, listOf(models, protocol)) : send(response, 404, {})
    }
    const question = await readQuestion(request)
    questions.push(question)
    return answer(response, question, reply)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: open } = server.address() as AddressInfo
  function close() {
    server.closeAllConnections()
    server.close()
  }
  return { port: open, url: `http://127.0.0.1:${open}/v1`, host: `127.0.0.1:${open}`, questions, close }
}

const usage = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 }

function listOf(models: readonly string[], protocol: Options['protocol']) {
  return protocol === 'ollama'
    ? { models: models.map((name) => ({ name })) }
    : { object: 'list', data: models.map((id) => ({ id, object: 'model' })) }
}

async function readQuestion(request: IncomingMessage): Promise<Question> {
  const chunks = await request.toArray()
  return JSON.parse(Buffer.concat(chunks).toString())
}

function answerOpenAI(response: ServerResponse, { model, stream }: Question, content: string) {
  const named = { id: 'chatcmpl-1', created: 1, model }
  if (!stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
    return send(response, 200, { ...named, object: 'chat.completion', choices, usage })
  }
  const chunk = (part: object) =>
    `data: ${JSON.stringify({ ...named, object: 'chat.completion.chunk', ...part })}\n\n`
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chunk({ choices: [{ index: 0, delta: { role: 'assistant', content } }] }))
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }))
  response.write(chunk({ choices: [], usage }))
  return response.end('data: [DONE]\n\n')
}

function answerOllama(response: ServerResponse, { model, stream }: Question, content: string) {
  const done = { model, done: true, done_reason: 'stop', prompt_eval_count: 1_000, eval_count: 200 }
  const message = { role: 'assistant', content }
  if (stream === false) {
    return send(response, 200, { ...done, message })
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.write(`${JSON.stringify({ model, message, done: false })}\n`)
  return response.end(`${JSON.stringify({ ...done, message: { role: 'assistant', content: '' } })}\n`)
}

function send(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
