import { LRUCache } from 'lru-cache'
import type { Json } from '#server/engine/inputs.ts'
import type {
  AssistantAnswer,
  AssistantQuestion,
  AssistantSettings,
  ChatMessage,
} from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
import { createWire, type Data, type Wire } from './open-ai-wire.ts'

const MAX_THREADS = 10_000
const MAX_ROUNDS = 30
const MAX_PAST = 30

/**
 * Assistants hosted by OpenAI. A session reuses its thread; where none is cached, as after a restart, a new thread
 * starts with the previous messages.
 */
export function createAssistantPort({ fetch }: { fetch: typeof globalThis.fetch }) {
  const threads = new LRUCache<string, string>({ maxSize: MAX_THREADS, sizeCalculation: () => 1 })

  async function threadOf(wire: Wire, key: string, { history, signal }: AssistantQuestion): Promise<string> {
    const known = threads.get(key)
    if (known !== undefined) {
      return known
    }
    const messages = history.slice(-MAX_PAST).flatMap(toMessage)
    const { id } = await wire.post('/threads', { messages }, signal)
    const thread = String(id)
    threads.set(key, thread)
    return thread
  }

  return async function* runAssistant(
    settings: AssistantSettings,
    question: AssistantQuestion,
  ): AsyncGenerator<string, AssistantAnswer> {
    const wire = createWire({
      fetch,
      baseUrl: settings.baseUrl ?? 'https://api.openai.com/v1',
      apiKey: settings.apiKey,
    })
    const key = JSON.stringify([settings.assistantId, question.sessionKey])
    const thread = await threadOf(wire, key, question)
    try {
      await wire.post(
        `/threads/${thread}/messages`,
        { role: 'user', content: question.question },
        question.signal,
      )
      return yield* run(wire, thread, settings, question)
    } catch (error) {
      // The thread may be deleted or blocked by an aborted run, so the next question starts a new one.
      threads.delete(key)
      throw error
    }
  }
}

type State = {
  runId: string
  parts: Map<string, string>
  annotations: Json[]
  calls: Data[]
  issue: string | undefined
}

async function* run(
  wire: Wire,
  thread: string,
  settings: AssistantSettings,
  question: AssistantQuestion,
): AsyncGenerator<string, AssistantAnswer> {
  const state: State = { runId: '', parts: new Map(), annotations: [], calls: [], issue: undefined }
  const { signal, tools } = question
  const own = tools.length > 0 ? await wire.get(`/assistants/${settings.assistantId}`, signal) : {}
  let path = `/threads/${thread}/runs`
  let body: Data = {
    assistant_id: settings.assistantId,
    ...(tools.length > 0 && {
      tools: [...asList(own.tools).filter(({ type }) => type !== 'function'), ...tools.map(toFunction)],
    }),
    ...(question.toolChoice && { tool_choice: toChoice(question.toolChoice, tools) }),
    ...(question.parallelToolCalls === false && { parallel_tool_calls: false }),
  }
  try {
    for (let round = 1; ; round += 1) {
      yield* follow(wire.stream(path, body, signal), state)
      if (state.calls.length === 0 || round >= MAX_ROUNDS) {
        break
      }
      path = `/threads/${thread}/runs/${state.runId}/submit_tool_outputs`
      body = { tool_outputs: await Promise.all(state.calls.splice(0).map((call) => answer(call, question))) }
    }
  } catch (error) {
    await wire.post(`/threads/${thread}/runs/${state.runId}/cancel`, {}).catch(() => undefined)
    throw error
  }
  if (state.issue !== undefined || state.calls.length > 0) {
    throw new AppError('UPSTREAM_FAILED', `The assistant stopped: ${state.issue ?? 'it kept calling tools'}`)
  }
  const text = [...state.parts.values()].join('\n\n')
  return { text, fileAnnotations: state.annotations, threadId: thread, runId: state.runId }
}

async function* follow(
  events: AsyncGenerator<{ event: string; data: Data }>,
  state: State,
): AsyncGenerator<string> {
  for await (const { event, data } of events) {
    switch (event) {
      case 'thread.run.created':
        state.runId = String(data.id)
        break
      case 'thread.message.delta':
        yield textsOf((data.delta as Data | undefined)?.content)
        break
      case 'thread.message.completed':
        state.parts.set(String(data.id), withoutMarks(data))
        state.annotations.push(...annotationsOf(data))
        break
      case 'thread.run.requires_action':
        state.calls.push(...asList(((data.required_action as Data)?.submit_tool_outputs as Data)?.tool_calls))
        break
      case 'thread.run.failed':
      case 'thread.run.expired':
      case 'thread.run.cancelled':
      case 'thread.run.incomplete':
      case 'error':
        state.issue = String(
          (data.last_error as Data | null)?.message ?? (data.error as Data)?.message ?? data.message ?? event,
        )
        break
    }
  }
}

async function answer(call: Data, { use }: AssistantQuestion) {
  const { name, arguments: argumentText } = (call.function ?? {}) as { name?: string; arguments?: string }
  return { tool_call_id: call.id, output: await use(String(name), parseArgs(argumentText ?? '')) }
}

function parseArgs(text: string): Json {
  try {
    return parseBoundedJson(text) as Json
  } catch {
    return {}
  }
}

function toFunction({ name, description, parameters }: AssistantQuestion['tools'][number]) {
  return { type: 'function', function: { name, description, parameters } }
}

function toChoice(choice: string, tools: AssistantQuestion['tools']) {
  const isTool = tools.some(({ name }) => name === choice)
  return isTool ? { type: 'function', function: { name: choice } } : choice
}

function toMessage({ role, content }: ChatMessage): Data[] {
  return role === 'user' || role === 'assistant' ? [{ role, content }] : []
}

function textsOf(content: unknown): string {
  return asList(content)
    .map((part) => ((part.text as Data | undefined)?.value as string | undefined) ?? '')
    .join('')
}

/** Citation marks like `【4:0†source】` are meaningless to readers of the answer. */
function withoutMarks(message: Data): string {
  return textsOf(message.content).replace(/【[^】]*】/g, '')
}

function annotationsOf(message: Data): Json[] {
  return asList(message.content).flatMap((part) =>
    asList((part.text as Data | undefined)?.annotations).flatMap((annotation) => {
      const file = (annotation.file_path ?? annotation.file_citation) as Data | undefined
      return file?.file_id === undefined
        ? []
        : [{ filePath: String(annotation.text ?? ''), fileId: String(file.file_id) }]
    }),
  )
}

function asList(value: unknown): Data[] {
  return Array.isArray(value) ? (value as Data[]) : []
}
