type ReceivedRequest = {
  method: string
  path: string
  headers: Record<string, unknown>
  body: unknown
  query: Record<string, string>
}
type Answer = { status?: number; body: unknown; type?: string }
export type Fake = {
  hosts: RegExp
  what: string
  answer(requested: ReceivedRequest): Answer
}

const museum = 'The Museum of Izmir opens at nine.'

/** Fakes of services other than OpenAI-compatible models, each with its original's protocol. */
export const fakes: Fake[] = [
  { hosts: /^api\.anthropic\.com$/, what: 'a fake of the Messages API', answer: answerAsAnthropic },
  { hosts: /^api\.openai\.com$/, what: 'a fake of the Responses API', answer: answerAsResponses },
  {
    hosts: /\.pinecone\.io$/,
    what: 'a fake of Pinecone',
    answer: ({ path, method }) =>
      path.includes('/indexes/') && method === 'GET'
        ? {
            body: { name: 'museum', host: 'museum-1a2b3c.svc.pinecone.io', dimension: 256, metric: 'cosine' },
          }
        : path.includes('/query')
          ? { body: { matches: [{ id: '1', score: 0.9, metadata: { text: museum, source: 'museum.txt' } }] } }
          : { body: { upsertedCount: 1, namespaces: {} } },
  },
  {
    hosts: /^api\.github\.com$/,
    what: 'a fake of GitHub',
    answer: ({ path }) =>
      path.includes('/git/trees/')
        ? { body: { tree: [{ path: 'README.md', type: 'blob', size: 60 }], truncated: false } }
        : { body: `# Museum\n\n${museum}`, type: 'text/plain' },
  },
  {
    hosts: /^(www\.)?googleapis\.com$|^customsearch\./,
    what: 'a fake of Google’s search',
    answer: () => ({
      body: { items: [{ title: 'Museum', link: 'https://museum.example', snippet: museum }] },
    }),
  },
  {
    hosts: /^google\.serper\.dev$/,
    what: 'a fake of Serper',
    answer: () => ({
      body: { organic: [{ title: 'Museum', link: 'https://museum.example', snippet: museum }] },
    }),
  },
  {
    hosts: /^museum\.example$/,
    what: 'a fake of the API of the file',
    answer: () => ({ body: { opens: 'nine' } }),
  },
]

type Message = { role: string; content: string | { type: string; text?: string }[] }

function answerAsAnthropic({ body }: ReceivedRequest): Answer {
  const {
    messages,
    tools = [],
    stream,
  } = body as {
    messages: Message[]
    tools?: { name: string }[]
    stream?: boolean
  }
  const isDone = JSON.stringify(messages).includes('"tool_result"')
  const [tool] = tools
  const content =
    tool && !isDone
      ? { type: 'tool_use', id: 'toolu_1', name: tool.name, input: {} }
      : { type: 'text', text: museum }
  const stop = tool && !isDone ? 'tool_use' : 'end_turn'
  const usage = { input_tokens: 30, output_tokens: 20 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude' }
  if (!stream) {
    return { body: { ...message, content: [content], stop_reason: stop, stop_sequence: null, usage } }
  }
  const empty = content.type === 'text' ? { type: 'text', text: '' } : { ...content, input: {} }
  const delta =
    content.type === 'text'
      ? { type: 'text_delta', text: museum }
      : { type: 'input_json_delta', partial_json: '{}' }
  const reported = [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
    },
    { type: 'content_block_start', index: 0, content_block: empty },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  return {
    type: 'text/event-stream',
    body: reported.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
  }
}

function answerAsResponses({ body }: ReceivedRequest): Answer {
  const { input = [] } = body as { input?: { type?: string; output?: string }[] }
  const done = input.find(({ type }) => type === 'function_call_output')
  const text = `${museum} (${done?.output ?? ''})`
  const call = {
    type: 'function_call',
    call_id: 'call_1',
    name: 'calculator',
    arguments: '{"input":"2 + 2"}',
  }
  const message = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  }
  const response = {
    ...{ id: done ? 'resp_2' : 'resp_1', object: 'response', status: 'completed' },
    output: [done ? message : call],
    usage: { input_tokens: 12, output_tokens: 9 },
  }
  return events(
    ...(done
      ? [['response.output_text.delta', { type: 'response.output_text.delta', delta: text }] as const]
      : []),
    ['response.completed', { type: 'response.completed', response }],
  )
}

function events(...reported: (readonly [event: string, data: object])[]): Answer {
  const lines = reported.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  return { type: 'text/event-stream', body: lines.join('') }
}

type Script = { what: string; pattern: RegExp; text: string }

const scripts: Script[] = [
  {
    what: 'a model that writes SQL',
    pattern: /You write one SQLite statement/,
    text: 'SELECT name, opens FROM museum',
  },
  {
    what: 'a model that writes JSON',
    pattern: /output information in JSON format/,
    text: '[{"title":"Alien","yearOfRelease":1979,"genres":["Horror"],"shortDescription":"In space."}]',
  },
  {
    what: 'a model that writes in the manner of ReAct',
    pattern: /Thought: what you need to know/,
    text: `Thought: I know the answer\nFinal Answer: ${museum}`,
  },
  { what: 'a model that compares texts', pattern: /You compare texts/, text: 'NO' },
]

export function scripted(body: unknown): { what: string; answer(): Response } | undefined {
  const text = typeof body === 'string' ? body : ''
  const script = scripts.find(({ pattern }) => pattern.test(text))
  return (
    script && {
      what: script.what,
      answer: () => (JSON.parse(text).stream ? streamed(script.text) : completeReply(script.text)),
    }
  )
}

const openAIUsage = { prompt_tokens: 30, completion_tokens: 20, total_tokens: 50 }
const id = { id: 'c', created: 1, model: 'm' }

function completeReply(content: string): Response {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  return Response.json({ ...id, object: 'chat.completion', choices, usage: openAIUsage })
}

function streamed(content: string): Response {
  const frames = [
    { choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: openAIUsage },
  ].map((frame) => JSON.stringify({ ...id, object: 'chat.completion.chunk', ...frame }))
  const body = [...frames, '[DONE]'].map((frame) => `data: ${frame}\n\n`).join('')
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
