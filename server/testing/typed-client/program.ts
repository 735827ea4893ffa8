import createClient from 'openapi-fetch'
import type { components, paths } from './openapi.ts'

type PredictionEvent = components['schemas']['PredictionEvent']

const [, , origin = '', token = '', flowData = ''] = process.argv
const api = createClient<paths, 'application/json'>({
  baseUrl: `${origin}/api/v1`,
  headers: { authorization: `Bearer ${token}` },
})

const created = await api.POST('/chatflows', {
  body: { name: 'Made by a typed client', type: 'CHATFLOW', flowData },
})
if (!created.data) {
  throw new Error(created.error.message)
}
const { id } = created.data

const listed = await api.GET('/chatflows', { params: { query: { page: 1, limit: 10 } } })
if (!listed.data || Array.isArray(listed.data)) {
  throw new Error('expected a page')
}
const names = listed.data.data.map((flow) => flow.name)

const path = { id }
const requested = await api.POST('/prediction/{id}', { params: { path }, body: { question: 'Hello' } })
if (!requested.data) {
  throw new Error(requested.error.message)
}

const streamed = await api.POST('/prediction/{id}', {
  params: { path },
  body: { question: 'Hello again', chatId: requested.data.chatId, streaming: true },
  parseAs: 'stream',
})
const decoder = new TextDecoder()
const events: PredictionEvent[] = []
let rest = ''
for await (const piece of streamed.response.body ?? []) {
  const lines = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines.filter((each) => each.startsWith('data:'))) {
    events.push(JSON.parse(line.slice('data:'.length)))
  }
}
const tokens = events.flatMap((event) => (event.event === 'token' ? [event.data] : []))
const last = events.at(-1)?.event

const missing = await api.GET('/chatflows/{id}', {
  params: { path: { id: '00000000-0000-4000-8000-000000000000' } },
})

process.stdout.write(
  JSON.stringify({
    names,
    text: requested.data.text,
    streamed: tokens.join(''),
    last,
    missing: missing.error?.code,
  }),
)
