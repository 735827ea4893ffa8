import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { answerWire, type WireAnswer } from './model-answer.ts'
import { chatRequestSchema, orderedError, WireError } from './model-contract.ts'
import { readSwitches } from './switches.ts'
import type { OpenAiShelf } from './vector-stores.ts'

const MAX_RESPONSES = 500
/** Of all conversations together, in characters. */
const MAX_STORED = 5_000_000
const bodyLimit = 20_000_000

const contentSchema = z
  .union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))])
  .transform((value) => (typeof value === 'string' ? value : value.map(({ text = '' }) => text).join('\n')))
const itemSchema = z.union([
  z.looseObject({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.looseObject({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
  z.looseObject({ role: z.enum(['user', 'assistant', 'system', 'developer']), content: contentSchema }),
])
type Item = z.infer<typeof itemSchema>

const toolSchema = z.union([
  z.looseObject({ type: z.literal('file_search'), vector_store_ids: z.array(z.string()).min(1) }),
  z.looseObject({ type: z.literal('code_interpreter'), container: z.unknown() }),
  z.looseObject({ type: z.literal('function'), name: z.string() }),
])
const requestSchema = z.looseObject({
  model: z.string().min(1),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(itemSchema)]),
  previous_response_id: z.string().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  tools: z.array(toolSchema).default([]),
  tool_choice: z.union([z.string(), z.looseObject({ name: z.string() })]).nullish(),
  stream: z.boolean().nullish(),
})
type ResponseRequest = z.infer<typeof requestSchema>
type Found = ReturnType<OpenAiShelf['search']>[number]

/**
 * OpenAI's `/responses`, answered by the demo model, with file search and a code interpreter that writes one file.
 * `requireModel` throws for a model that the account does not have.
 */
export function mountResponses(
  app: FastifyInstance,
  shelf: OpenAiShelf,
  requireModel: (name: string) => void = () => undefined,
) {
  const earlier = new LRUCache<string, Item[]>({
    ...{ max: MAX_RESPONSES, maxSize: MAX_STORED },
    sizeCalculation: (items) => JSON.stringify(items).length,
  })
  const made = new LRUCache<string, Buffer>({ max: MAX_RESPONSES })

  app.post('/v1/responses', { bodyLimit }, (request, reply) => {
    const body = requestSchema.parse(request.body)
    requireModel(body.model)
    const items = [...before(body), ...(typeof body.input === 'string' ? [toUser(body.input)] : body.input)]
    const output = answer(request, body, items)
    const id = `resp_${randomUUID().replaceAll('-', '')}`
    earlier.set(id, [...items, ...output.items.flatMap(toItem)])
    const response = {
      ...{ id, object: 'response', status: 'completed', model: body.model, error: null },
      ...{ output: output.items, usage: output.usage },
    }
    if (!body.stream) {
      return reply.send(response)
    }
    return reply.type('text/event-stream; charset=utf-8').send(Readable.from(frames(response, output.text)))
  })

  app.get(
    '/v1/containers/:id/files/:file/content',
    (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      const bytes = made.get(request.params.file)
      if (!bytes) {
        throw new WireError(404, 'Container file not found.')
      }
      return reply.type('application/octet-stream').send(bytes)
    },
  )

  function before({ previous_response_id: id }: ResponseRequest): Item[] {
    const items = id ? earlier.get(id) : []
    if (!items) {
      throw new WireError(400, `Previous response with id '${id}' not found.`)
    }
    return items
  }

  function answer(request: FastifyRequest, body: ResponseRequest, items: readonly Item[]) {
    const asked = questionOf(items)
    const switches = readSwitches(request.headers['x-sandbox'], asked)
    if (switches.error) {
      throw orderedError(switches.error)
    }
    const search = body.tools.find((tool) => tool.type === 'file_search')
    const passages = search ? shelf.search(request, search.vector_store_ids as string[], asked) : []
    const wire = answerWire(toChatRequest(body, items, passages), switches)
    const found = search ? [searchCall(asked, passages)] : []
    const usage = toUsage(wire)
    if (wire.toolCalls.length > 0) {
      return { text: '', items: [...found, ...wire.toolCalls.map(toFunctionCall)], usage }
    }
    const written = wantsFile(body, asked) ? [writeFile(asked)] : []
    const text = [wire.text, ...written.map(() => `[${FILE}](sandbox:/mnt/data/${FILE})`)].join(' ')
    const annotations = [
      ...written.map(({ annotation }) => annotation),
      ...passages.slice(0, 1).map((passage) => cite(passage, text)),
    ]
    return {
      ...{ text, usage },
      items: [...found, ...written.map(({ call }) => call), messageOf(text, annotations)],
    }
  }

  function writeFile(question: string) {
    const fileId = `cfile_${randomUUID().replaceAll('-', '')}`
    made.set(fileId, Buffer.from(`question\n${JSON.stringify(question.slice(0, 1_000))}\n`))
    const container_id = 'cntr_sandbox'
    return {
      call: {
        ...{ type: 'code_interpreter_call', id: 'ci_1', status: 'completed', container_id },
        ...{ code: `open('${FILE}', 'w')`, outputs: [{ type: 'logs', logs: 'ok' }] },
      },
      annotation: { type: 'container_file_citation', container_id, file_id: fileId, filename: FILE },
    }
  }
}

const FILE = 'result.csv'

function questionOf(items: readonly Item[]): string {
  const asked = items.findLast((item) => 'role' in item && item.role === 'user')
  return asked && 'content' in asked ? String(asked.content) : ''
}

function toUsage({ usage }: WireAnswer) {
  return (
    usage && {
      ...{ input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens },
      total_tokens: usage.total_tokens,
    }
  )
}

function toFunctionCall({ id, function: called }: WireAnswer['toolCalls'][number]) {
  return { type: 'function_call', call_id: id, name: called.name, arguments: called.arguments }
}

function wantsFile({ tools }: ResponseRequest, question: string) {
  return tools.some(({ type }) => type === 'code_interpreter') && /\b(csv|table|tablo)\b/i.test(question)
}

function toChatRequest(
  { model, instructions, tools, tool_choice: choice }: ResponseRequest,
  items: readonly Item[],
  passages: readonly Found[],
) {
  const context = passages.map(({ text }, index) => `[${index + 1}] ${text}`).join('\n\n')
  const functions = tools.filter(({ type }) => type === 'function')
  const system = [instructions ?? '', context && `Context:\n${context}`]
    .filter((text) => text !== '')
    .join('\n\n')
  return chatRequestSchema.parse({
    model,
    messages: [...(system ? [{ role: 'system', content: system }] : []), ...items.map(toMessage)],
    ...(functions.length > 0 && {
      tools: functions.map((called) => ({ type: 'function', function: called })),
    }),
    tool_choice:
      typeof choice === 'object' && choice ? { type: 'function', function: { name: choice.name } } : choice,
  })
}

function toMessage(item: Item) {
  if ('role' in item) {
    return { role: item.role, content: item.content }
  }
  return item.type === 'function_call'
    ? {
        ...{ role: 'assistant', content: null },
        tool_calls: [
          { id: item.call_id, type: 'function', function: { name: item.name, arguments: item.arguments } },
        ],
      }
    : { role: 'tool', content: item.output, tool_call_id: item.call_id }
}

const toUser = (content: string): Item => ({ role: 'user', content })
const toItem = (item: object): Item[] => (itemSchema.safeParse(item).data ? [itemSchema.parse(item)] : [])

function searchCall(query: string, results: readonly Found[]) {
  return { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: [query], results }
}

function cite({ file_id, filename }: Found, text: string) {
  return { type: 'file_citation', file_id, filename, index: Math.max(0, text.length - 1) }
}

function messageOf(text: string, annotations: readonly object[]) {
  const content = [{ type: 'output_text', text, annotations }]
  return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }
}

function* frames(response: { id: string }, text: string) {
  const frame = (data: { type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
  yield frame({ type: 'response.created', ...{ response: { id: response.id, status: 'in_progress' } } })
  for (const word of text.match(/\S+\s*/g) ?? []) {
    yield frame({ type: 'response.output_text.delta', ...{ delta: word } })
  }
  yield frame({ type: 'response.completed', ...{ response } })
}
