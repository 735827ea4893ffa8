// Baseline for benchmarks: an OpenAI-compatible server that returns twenty words, or vectors, at once, as fast as Node can.
import { createServer } from 'node:http'

const words = Array.from({ length: 20 }, (_, index) => ` word${index}`)
const text = words.join('')
const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const base = { id: 'stub', created: 0, model: 'gpt-4o-mini' }

const completeReply = JSON.stringify({
  ...base,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  usage,
})
const chunk = (delta: object, finish_reason: string | null = null, more = {}) =>
  `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }], ...more })}\n\n`
const stream = [
  chunk({ role: 'assistant', content: '' }),
  ...words.map((content) => chunk({ content })),
  chunk({}, 'stop'),
  `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [], usage })}\n\n`,
  'data: [DONE]\n\n',
]

const vectors = Array.from({ length: 64 }, (_, seed) =>
  JSON.stringify(
    Array.from({ length: 1_536 }, (_, place) => Math.round(Math.sin(seed * 7_919 + place) * 1e6) / 1e6),
  ),
)

function embeddingsOf(body: string) {
  const { input } = JSON.parse(body) as { input: string | string[] }
  const data = [input]
    .flat()
    .map((each, index) => `{"object":"embedding","index":${index},"embedding":${vectors[each.length % 64]}}`)
  return `{"object":"list","model":"stub","data":[${data}],"usage":{"prompt_tokens":100,"total_tokens":100}}`
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.url?.endsWith('/embeddings')) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(embeddingsOf(Buffer.concat(parts).toString()))
      return
    }
    if (!Buffer.concat(parts).includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(completeReply)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const part of stream) {
      response.write(part)
    }
    response.end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('ready\n'))
