import { expect, test } from 'vitest'
import { noUsage } from '#shared/runs.ts'
import type { ChatModel, Tool } from './handles.ts'
import type { ChatRequest } from './ports.ts'
import { type LoopResult, runToolLoop } from './tool-loop.ts'

test('tool calls of the model are executed and reported until it answers', async () => {
  const { model, requests } = aModel([
    { text: 'Let me see. ', toolCalls: [{ id: '1', name: 'add', args: { a: 2, b: 3 } }] },
    { text: 'Five.' },
  ])

  const { pieces, result } = await listen(runToolLoop({ ...toolCalls, model, tools: [add] }))

  expect(pieces).toEqual(['Let me see. ', 'Five.'])
  expect(result.text).toBe('Five.')
  expect(result.usedTools).toEqual([{ tool: 'add', toolInput: { a: 2, b: 3 }, toolOutput: '5' }])
  expect(requests[1]?.messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content: 'Let me see. ',
      toolCalls: [{ id: '1', name: 'add', args: { a: 2, b: 3 } }],
    },
    { role: 'tool', content: '5', toolCallId: '1', toolName: 'add' },
  ])
})

test('calls of one reply run in parallel, and their results preserve the order of the calls', async () => {
  const { model, requests } = aModel([
    {
      text: '',
      toolCalls: [
        { id: 'a', name: 'slow', args: {} },
        { id: 'b', name: 'quick', args: {} },
      ],
    },
    { text: 'done' },
  ])
  const order: string[] = []
  let release = () => undefined as void
  const waiting = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = aTool('slow', async () => {
    await waiting
    order.push('slow')
    return { text: 's' }
  })
  const quick = aTool('quick', async () => {
    order.push('quick')
    release()
    return { text: 'q' }
  })

  await listen(runToolLoop({ ...toolCalls, model, tools: [slow, quick] }))

  expect(order).toEqual(['quick', 'slow'])
  expect(
    requests[1]?.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : [])),
  ).toEqual(['s', 'q'])
})

test('a call of an unknown tool is answered with the list of tools', async () => {
  const { model, requests } = aModel([
    { text: '', toolCalls: [{ id: '1', name: 'fly' }] },
    { text: 'I cannot.' },
  ])

  const { result } = await listen(runToolLoop({ ...toolCalls, model, tools: [add] }))

  expect(requests[1]?.messages.at(-1)).toMatchObject({
    content: 'Error: there is no tool named fly. There are: add.',
  })
  expect(result.usedTools[0]?.error).toContain('no tool named fly')
})

test('the last round offers no tools, and tool calls in it are not executed', async () => {
  const again = { text: 'again', toolCalls: [{ id: '1', name: 'add', args: { a: 1, b: 1 } }] }
  const { model, requests } = aModel([again, again, again])

  const { result } = await listen(runToolLoop({ ...toolCalls, model, tools: [add], maxIterations: 3 }))

  expect(requests.map(({ toolChoice }) => toolChoice)).toEqual([undefined, undefined, 'none'])
  expect(result.text).toBe('again')
  expect(result.usedTools).toHaveLength(2)
})

test('the result of a tool that returns directly is the answer', async () => {
  const { model, requests } = aModel([{ text: '', toolCalls: [{ id: '1', name: 'look', args: {} }] }])
  const look = {
    ...aTool('look', async () => ({ text: 'This.', sourceDocuments: [aSource] })),
    returnDirect: true,
  }

  const { pieces, result } = await listen(runToolLoop({ ...toolCalls, model, tools: [look] }))

  expect(pieces.join('')).toBe('This.')
  expect(result).toMatchObject({ text: 'This.', sourceDocuments: [aSource] })
  expect(requests).toHaveLength(1)
})

test('two tools with one name are rejected before a model call', async () => {
  const { model, requests } = aModel([])

  await expect(listen(runToolLoop({ ...toolCalls, model, tools: [add, add] }))).rejects.toThrow(
    'Agent: two tools are named add. Rename one.',
  )
  expect(requests).toEqual([])
})

const aSource = { pageContent: 'This.', metadata: {} }
const toolCalls = {
  label: 'Agent',
  request: { messages: [{ role: 'user' as const, content: 'What is 2 + 3?' }] },
}

function aTool(name: string, call: Tool['call']): Tool {
  const parameters = { type: 'object', properties: {} }
  return { name, description: `${name} things`, parameters, effect: 'read', call }
}

const add = aTool('add', async (args) => {
  const { a, b } = args as { a: number; b: number }
  return { text: String(a + b) }
})

type ScriptedReply = { text: string; toolCalls?: { id: string; name: string; args?: unknown }[] }

function aModel(replies: ScriptedReply[]) {
  const requests: ChatRequest[] = []
  const model: ChatModel = {
    async *stream(request) {
      requests.push(request)
      const reply = replies[requests.length - 1] ?? { text: '' }
      if (reply.text !== '') {
        yield reply.text
      }
      return { ...reply, usage: noUsage, estimated: false }
    },
  }
  return { model, requests }
}

async function listen(loop: AsyncGenerator<string, LoopResult>) {
  const pieces: string[] = []
  let step = await loop.next()
  while (!step.done) {
    pieces.push(step.value)
    step = await loop.next()
  }
  return { pieces, result: step.value }
}
