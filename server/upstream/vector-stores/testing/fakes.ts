import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen } from '#server/testing/tiny-server.ts'

type Answer = { status?: number; body: unknown }
export type ReceivedRequest = {
  method: string
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: Record<string, unknown>
}

export async function openFake(answer: (requested: ReceivedRequest) => Answer | Promise<Answer>) {
  const requested: ReceivedRequest[] = []
  const { origin } = await listen((request, response) => void reply(request, response))

  async function reply(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    const text = Buffer.concat(chunks).toString()
    const { method = '', url: path = '', headers } = request
    const one = { method, path, headers, body: readBody(text, headers['content-type']) }
    requested.push(one)
    const { status = 200, body } = await answer(one)
    const isText = typeof body === 'string'
    response
      .writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' })
      .end(isText ? body : JSON.stringify(body))
  }

  return { origin, requested }
}

function readBody(text: string, type = '') {
  if (type.includes('ndjson')) {
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  return text === '' ? {} : JSON.parse(text)
}

type Row = { id: string; values: number[]; metadata: Record<string, unknown> }

/** Fake of Pinecone's data plane: namespaces, exact filters, cosine similarity. */
export async function openPinecone() {
  const namespaces = new Map<string, Row[]>()
  const rowsOf = (name: unknown) => {
    const rows = namespaces.get(String(name ?? '')) ?? []
    namespaces.set(String(name ?? ''), rows)
    return rows
  }
  const fake = await openFake(({ path, headers, body }) => {
    if (headers['api-key'] !== 'own-key') {
      return { status: 401, body: 'Invalid API Key' }
    }
    if (path.startsWith('/indexes/')) {
      return { body: { name: path.slice(9), host: `${path.slice(9)}-abc.svc.aped.pinecone.io` } }
    }
    const rows = rowsOf(body.namespace)
    if (path === '/vectors/delete') {
      const removed = body.ids as string[]
      namespaces.set(
        String(body.namespace ?? ''),
        rows.filter(({ id }) => !removed.includes(id)),
      )
      return { body: {} }
    }
    return { body: path === '/vectors/upsert' ? upsert(rows, body.vectors as Row[]) : query(rows, body) }
  })
  return { ...fake, rowsOf }
}

function upsert(rows: Row[], vectors: Row[]) {
  for (const row of vectors) {
    const place = rows.findIndex(({ id }) => id === row.id)
    rows.splice(place < 0 ? rows.length : place, place < 0 ? 0 : 1, row)
  }
  return { upsertedCount: vectors.length }
}

function query(rows: readonly Row[], { vector, filter = {}, topK, includeValues }: ReceivedRequest['body']) {
  const target = Object.entries(filter as Record<string, unknown>)
  const matches = rows
    .filter(({ metadata }) => target.every(([name, value]) => metadata[name] === value))
    .map((row) => ({ ...row, score: dot(row.values, vector as number[]) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK as number)
    .map(({ values, ...match }) => ({ ...match, ...(includeValues === true && { values }) }))
  return { matches }
}

function dot(a: readonly number[], b: readonly number[]) {
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)
}
