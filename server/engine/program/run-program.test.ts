import { expect, test } from 'vitest'
import type { Ports } from '#server/engine/ports.ts'
import { aControlFlow, llmInputs, prefixesOf, prepareProgram } from '#server/testing/run-test-program.ts'
import type { RunEvent } from '#shared/runs.ts'

const start = { id: 'start', name: 'startAgentflow' }

test('steps run in the order of the edges; the last content is the answer', async () => {
  const flow = aControlFlow(
    [
      start,
      { id: 'llm', name: 'llmAgentflow', inputs: llmInputs('Answer: {{ question }}') },
      { id: 'reply', name: 'directReplyAgentflow', inputs: { directReplyMessage: 'It says: {{ llm }}' } },
    ],
    ['start -> llm', 'llm -> reply'],
  )

  const { run, requests } = prepareProgram({ flow, replies: ['On its way.'] })
  const { ending, events } = await run()

  expect(ending).toMatchObject({ status: 'finished', value: { content: 'It says: On its way.' } })
  expect(requests[0]?.messages.at(-1)).toEqual({ role: 'user', content: 'Answer: Where is my order?' })
  expect(started(events)).toEqual(['start#1', 'llm#1', 'reply#1'])
  expect(events.filter(({ type }) => type === 'token')).toMatchObject([{ text: 'It says: On its way.' }])
})

test('a condition follows one branch, and nodes behind the other branch do not run', async () => {
  const conditions = [
    { type: 'string', value1: '{{ question }}', operation: 'contains', value2: 'refund' },
    { type: 'string', value1: '{{ question }}', operation: 'contains', value2: 'order' },
  ]
  const reply = (id: string) => ({ id, name: 'directReplyAgentflow', inputs: { directReplyMessage: id } })
  const flow = aControlFlow(
    [
      start,
      { id: 'if', name: 'conditionAgentflow', inputs: { conditions } },
      reply('a'),
      reply('b'),
      reply('c'),
    ],
    ['start -> if', 'if:0 -> a', 'if:1 -> b', 'if:2 -> c'],
  )

  expect(started((await prepareProgram({ flow }).run()).events)).toEqual(['start#1', 'if#1', 'b#1'])
  const other = await prepareProgram({ flow, question: 'Hello' }).run()
  expect(started(other.events)).toEqual(['start#1', 'if#1', 'c#1'])
})

test('a node with several sources waits for all that are not alternatives of one branch', async () => {
  const conditions = [{ type: 'number', value1: 1, operation: 'equal', value2: 1 }]
  const llm = (id: string) => ({ id, name: 'llmAgentflow', inputs: llmInputs(id) })
  const flow = aControlFlow(
    [
      start,
      llm('x'),
      { id: 'if', name: 'conditionAgentflow', inputs: { conditions } },
      llm('a'),
      llm('b'),
      llm('end'),
    ],
    ['start -> x', 'start -> if', 'if:0 -> a', 'if:1 -> b', 'a -> end', 'b -> end', 'x -> end'],
  )

  const { events } = await prepareProgram({ flow, replies: ['1', '2', '3'] }).run()

  expect(started(events)).toEqual(['start#1', 'x#1', 'if#1', 'a#1', 'end#1'])
})

test('a loop jumps one time less than its limit and then gives its fallback message', async () => {
  const flow = aControlFlow(
    [
      { ...start, inputs: { startState: [{ key: 'count', value: '' }] } },
      { id: 'llm', name: 'llmAgentflow', inputs: llmInputs('again') },
      {
        id: 'loop',
        name: 'loopAgentflow',
        inputs: { loopBackToNode: 'llm-LLM', maxLoopCount: 3, fallbackMessage: 'Enough.' },
      },
    ],
    ['start -> llm', 'llm -> loop'],
  )

  const { ending, events } = await prepareProgram({ flow, replies: ['1', '2', '3'] }).run()

  expect(started(events)).toEqual(['start#1', 'llm#1', 'loop#1', 'llm#2', 'loop#2', 'llm#3', 'loop#3'])
  expect(ending).toMatchObject({ value: { content: 'Enough.' } })
})

test('state updates are seen by the next steps', async () => {
  const flow = aControlFlow(
    [
      start,
      {
        id: 'llm',
        name: 'llmAgentflow',
        inputs: llmInputs('Sum up', { llmUpdateState: [{ key: 'sum', value: '{{ output }}!' }] }),
      },
      { id: 'reply', name: 'directReplyAgentflow', inputs: { directReplyMessage: '{{ $flow.state.sum }}' } },
    ],
    ['start -> llm', 'llm -> reply'],
  )

  const { ending } = await prepareProgram({ flow, replies: ['Short'], state: { sum: '' } }).run()

  expect(ending).toMatchObject({ value: { content: 'Short!' } })
})

test.each([1, 3])(
  'an iteration runs its nodes for each item, %i at a time, in the order of the items',
  async (parallel) => {
    const flow = aControlFlow(
      [
        start,
        {
          id: 'each',
          name: 'iterationAgentflow',
          inputs: { iterationInput: '["a","b","c"]', iterationParallel: parallel },
        },
        { id: 'llm', name: 'llmAgentflow', parentNode: 'each', inputs: llmInputs('Item {{ $iteration }}') },
        { id: 'reply', name: 'directReplyAgentflow', inputs: { directReplyMessage: '{{ each }}' } },
      ],
      ['start -> each', 'each -> reply'],
    )

    const { run, requests } = prepareProgram({ flow, replies: ['A', 'B', 'C'] })
    const { ending, events } = await run()

    expect(requests.map(({ messages }) => messages.at(-1)?.content)).toEqual(['Item a', 'Item b', 'Item c'])
    expect(ending).toMatchObject({ value: { content: 'A\nB\nC' } })
    expect(started(events)).toContain('each#1/2/llm#1')
  },
)

test('human input waits, and the answer chooses the branch', async () => {
  const { run } = prepareProgram({ flow: anApproval() })
  const first = await run()
  expect(first.ending).toMatchObject({ status: 'waiting', waits: [{ kind: 'human', text: 'Send it?' }] })

  const wait = first.ending.status === 'waiting' ? first.ending.waits[0] : undefined
  const answered = {
    type: 'wait_answered' as const,
    at: 0,
    waitId: wait?.id ?? '',
    by: { kind: 'user' as const },
  }
  const yes = await run([...first.events, { ...answered, answer: { type: 'proceed', feedback: 'Fine.' } }])
  const no = await run([...first.events, { ...answered, answer: { type: 'reject' } }])

  expect(yes.ending).toMatchObject({ status: 'finished', value: { content: 'Sent.' } })
  expect(no.ending).toMatchObject({ status: 'finished', value: { content: 'Dropped.' } })
})

test('a run resumed after any of its events ends as the undisturbed one, without repeating a recorded call', async () => {
  const flow = aControlFlow(
    [
      start,
      { id: 'each', name: 'iterationAgentflow', inputs: { iterationInput: '["a","b"]' } },
      { id: 'in', name: 'llmAgentflow', parentNode: 'each', inputs: llmInputs('Item {{ $iteration }}') },
      { id: 'llm', name: 'llmAgentflow', inputs: llmInputs('Join {{ each }}') },
      {
        id: 'loop',
        name: 'loopAgentflow',
        inputs: { loopBackToNode: 'llm-LLM', maxLoopCount: 2, fallbackMessage: '{{ llm }}' },
      },
    ],
    ['start -> each', 'each -> llm', 'llm -> loop'],
  )
  const chat = answeringModel()
  const whole = await prepareProgram({ flow, chat }).run()
  const finished = whole.events.filter(({ type }) => type === 'model_finished').length

  for (const past of prefixesOf(whole.events)) {
    const again = await prepareProgram({ flow, chat }).run(past)
    expect(again.ending).toEqual(whole.ending)
    expect(again.state.frames.get('')?.messages).toEqual(whole.state.frames.get('')?.messages)
    expect(again.events.filter(({ type }) => type === 'model_finished')).toHaveLength(finished)
  }
})

test('no step overtakes a call that may have happened', async () => {
  const flow = aControlFlow(
    [
      start,
      { id: 'post', name: 'httpAgentflow', inputs: { method: 'POST', url: 'https://shop.example/orders' } },
      { id: 'llm', name: 'llmAgentflow', inputs: llmInputs('Next to it') },
    ],
    ['start -> post', 'start -> llm'],
  )
  const options = {
    flow,
    chat: answeringModel(),
    ports: { fetch: async () => Response.json({ done: true }) },
  }
  const whole = await prepareProgram(options).run()
  const begun = whole.events.findIndex(({ type }) => type === 'tool_called')

  const resumed = await prepareProgram(options).run(whole.events.slice(0, begun + 1))

  expect(resumed.ending).toMatchObject({ status: 'waiting', waits: [{ kind: 'uncertain' }] })
  expect(resumed.events.filter(({ type }) => type === 'model_called')).toEqual([])
})

test('a run that exceeds its number of steps ends with RUN_LIMIT', async () => {
  const flow = aControlFlow(
    [
      start,
      { id: 'reply', name: 'directReplyAgentflow', inputs: { directReplyMessage: 'x' } },
      { id: 'loop', name: 'loopAgentflow', inputs: { loopBackToNode: 'start-Start', maxLoopCount: 500 } },
    ],
    ['start -> loop', 'start -> reply'],
  )

  await expect(prepareProgram({ flow, steps: 20 }).run()).rejects.toMatchObject({ code: 'RUN_LIMIT' })
})

test('a result of more than 4 MB fails its step, and a run whose results add up to 64 MB ends', async () => {
  const reply = { name: 'directReplyAgentflow', inputs: { directReplyMessage: '{{ question }}' } }
  const large = prepareProgram({
    flow: aControlFlow([start, { ...reply, id: 'reply', label: 'Echo' }], ['start -> reply']),
    question: 'x'.repeat(4.1 * 1024 * 1024),
  })
  await expect(large.run()).rejects.toMatchObject({
    label: 'start',
    message: 'The result is larger than 4 MB, which is the limit.',
  })

  const replies = Array.from({ length: 70 }, (_, index) => ({ ...reply, id: `reply_${index}` }))
  const long = prepareProgram({
    flow: aControlFlow(
      [start, ...replies],
      replies.map(({ id }) => `start -> ${id}`),
    ),
    question: 'x'.repeat(1024 * 1024),
  })
  await expect(long.run()).rejects.toMatchObject({
    code: 'RUN_LIMIT',
    message: 'The steps of this run have stored 64 MB, which is the limit.',
  })
})

test('a run waits for at most 100 answers at once', async () => {
  const checks = Array.from({ length: 101 }, (_, index) => ({
    ...{ id: `check_${index}`, name: 'humanInputAgentflow', label: `Check ${index}` },
    inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go on?' },
  }))
  const runWith = (count: number) =>
    prepareProgram({
      flow: aControlFlow(
        [start, ...checks.slice(0, count)],
        checks.slice(0, count).map(({ id }) => `start -> ${id}`),
      ),
    }).run()

  expect((await runWith(100)).ending).toMatchObject({ status: 'waiting' })
  await expect(runWith(101)).rejects.toMatchObject({
    code: 'RUN_LIMIT',
    message: 'The run waits for 100 answers, which is the limit.',
  })
})

test('a step that takes too long fails with its name', async () => {
  const flow = aControlFlow(
    [start, { id: 'llm', name: 'llmAgentflow', label: 'Slow', inputs: llmInputs('x') }],
    ['start -> llm'],
  )
  const chat: Ports['chat'] = async function* (_, __, { signal }) {
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    yield { text: '' }
    throw new Error('It was not stopped.')
  }

  await expect(prepareProgram({ flow, chat, stepMs: 20 }).run()).rejects.toMatchObject({
    code: 'TIMED_OUT',
    message: expect.stringContaining('Slow'),
  })
})

function anApproval() {
  const reply = (id: string, message: string) => ({
    id,
    name: 'directReplyAgentflow',
    inputs: { directReplyMessage: message },
  })
  const inputs = {
    humanInputDescriptionType: 'fixed',
    humanInputDescription: 'Send it?',
    humanInputEnableFeedback: true,
  }
  return aControlFlow(
    [
      start,
      { id: 'ask', name: 'humanInputAgentflow', inputs },
      reply('yes', 'Sent.'),
      reply('no', 'Dropped.'),
    ],
    ['start -> ask', 'ask:0 -> yes', 'ask:1 -> no'],
  )
}

/** Answers by the request alone, as a recorded and a repeated call would be. */
function answeringModel(): Ports['chat'] {
  return async function* (_, { messages }) {
    const text = `<${messages.at(-1)?.content}>`
    yield { text }
    return {
      text,
      usage: { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 },
      estimated: false,
    }
  }
}

function started(events: readonly RunEvent[]) {
  return events.flatMap((event) => (event.type === 'node_started' ? [event.key] : []))
}
