import type { IncomingMessage, ServerResponse } from 'node:http'
import { embed } from '#server/sandbox/demo/embedding.ts'
import { listen } from './tiny-server.ts'

type Mode = 'answers' | 'holds' | 'rejects'

/** An OpenAI-compatible embedding service. While it holds, its calls stay open until it answers again. */
export async function openEmbeddingService() {
  let mode: Mode = 'answers'
  const held: (() => void)[] = []
  const service = await listen(
    (request, response) => void read(request).then((body) => answer(body, response)),
  )

  function answer(body: string, response: ServerResponse) {
    if (mode === 'holds') {
      held.push(() => answer(body, response))
      return
    }
    response.setHeader('content-type', 'application/json')
    if (mode === 'rejects') {
      response.statusCode = 401
      response.end(JSON.stringify({ error: { message: 'This key was revoked.' } }))
      return
    }
    const { model, input } = JSON.parse(body) as { model: string; input: string[] }
    const data = [input].flat().map((text, index) => ({ object: 'embedding', index, embedding: embed(text) }))
    const usage = { prompt_tokens: data.length, total_tokens: data.length }
    response.end(JSON.stringify({ object: 'list', model, data, usage }))
  }

  return {
    host: new URL(service.origin).host,
    basePath: `${service.origin}/v1`,
    held: () => held.length,
    set(next: Mode) {
      mode = next
      if (next !== 'holds') {
        for (const go of held.splice(0)) {
          go()
        }
      }
    },
  }
}

async function read(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) {
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString()
}
