import { describe, expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun, textOfTokens } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { openSandboxModels } from '#server/upstream/models/testing/sandbox-models.ts'
import { openLibrary } from '#server/upstream/vector-stores/testing/open-library.ts'
import { referenceTo } from '#shared/flow-file.ts'

const history = [
  { role: 'user' as const, content: 'I am Deniz.' },
  { role: 'assistant' as const, content: 'Hello!' },
]

describe('the tool agent', () => {
  test('computes with its tool, with the sandbox model', async () => {
    const { chat } = await openSandboxModels()
    const { run, events } = prepareRun({ flow: aFlow('toolAgent'), chat, question: 'Calculate 12.5 * 8' })

    const answer = await run()

    expect(answer.text).toContain('100')
    expect(answer.usedTools).toMatchObject([{ tool: 'calculator', toolOutput: '100' }])
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['tool_called', 'tool_finished']))
  })

  test('sends system message, history, question and tools; its answer is the last reply alone, without thoughts', async () => {
    const { chat, requests } = scriptedModel([
      { text: 'Let me see. ', toolCalls: [{ id: '1', name: 'calculator', args: { input: '6*7' } }] },
      '<thinking>Nice.</thinking>It is 42. ![chart](sandbox:/a.png)',
    ])
    const { run, events } = prepareRun({
      flow: aFlow('toolAgent', { systemMessage: 'You count.' }),
      chat,
      history,
      question: '6*7?',
    })

    expect(await run()).toEqual({
      text: 'It is 42.',
      usedTools: [{ tool: 'calculator', toolInput: { input: '6*7' }, toolOutput: '42' }],
    })
    expect(requests[0]).toMatchObject({
      system: 'You count.',
      messages: [...history, { role: 'user', content: '6*7?' }],
      tools: [{ name: 'calculator' }, { name: 'current_date_time' }],
    })
    expect(requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: '42',
      toolName: 'calculator',
    })
    expect(textOfTokens(events)).toContain('Let me see. ')
  })

  test('replaces the system message with a chat prompt', async () => {
    const { chat, requests } = scriptedModel(['Fine.'])
    const flow = aFlow('toolAgent', { chatPromptTemplate: referenceTo('chatPromptTemplate_0') }, [
      {
        name: 'chatPromptTemplate',
        inputs: { systemMessagePrompt: 'You are Ada.', humanMessagePrompt: 'Asked: {input}' },
      },
    ])

    await prepareRun({ flow, chat, history, question: 'Hm?' }).run()

    expect(requests[0]?.messages).toEqual([
      { role: 'system', content: 'You are Ada.' },
      ...history,
      { role: 'user', content: 'Asked: Hm?' },
    ])
  })

  test('calls the model up to its limit, the last time without tools', async () => {
    const calls = (id: string) => ({ toolCalls: [{ id, name: 'calculator', args: { input: '1' } }] })
    const { chat, requests } = scriptedModel([calls('1'), { ...calls('2'), text: 'Enough.' }])

    const { text } = await prepareRun({ flow: aFlow('toolAgent', { maxIterations: '2' }), chat }).run()

    expect(text).toBe('Enough.')
    expect(requests.map(({ toolChoice }) => toolChoice)).toEqual([undefined, 'none'])
  })
})

describe('agents that call tools under the names of older files', () => {
  test.each(['openAIToolAgent', 'openAIFunctionAgent', 'mistralAIToolAgent'])('%s', async (name) => {
    const { chat, requests } = scriptedModel([
      { toolCalls: [{ id: '1', name: 'calculator', args: { input: '6*7' } }] },
      'It is 42.',
    ])
    const flow = aFlow(name, { systemMessage: 'You count.' })

    expect(await prepareRun({ flow, chat, history, question: '6*7?' }).run()).toMatchObject({
      text: 'It is 42.',
      usedTools: [{ tool: 'calculator', toolOutput: '42' }],
    })
    expect(requests[0]).toMatchObject({ system: 'You count.', messages: { length: 3 } })
  })

  test.each(['openAIToolAgentLlamaIndex', 'anthropicAgentLlamaIndex'])(
    '%s queries an engine, and shows its sources',
    async (name) => {
      const { embed, fetch, world, pinecone } = await openLibrary()
      pinecone.rowsOf('').push({ id: '1', values: [1], metadata: { text: 'Open at ten.', source: 'hours' } })
      const { chat, requests } = scriptedModel([
        { toolCalls: [{ id: '1', name: 'hours', args: { input: 'When?' } }] },
        'At ten.',
        'The museum opens at ten.',
      ])
      const credential = {
        values: { openAIApiKey: 'sandbox-test', pineconeApiKey: 'own-key' },
        platform: false,
      }
      const { run, events } = prepareRun({
        flow: anEngineFlow(name),
        chat,
        embed,
        fetch,
        world,
        credential,
        history,
      })

      expect(await run()).toMatchObject({
        text: 'The museum opens at ten.',
        usedTools: [{ tool: 'hours', toolOutput: 'At ten.' }],
        sourceDocuments: [{ pageContent: 'Open at ten.', metadata: { source: 'hours' } }],
      })
      expect(requests[0]).toMatchObject({ system: 'Be kind.', tools: [{ name: 'hours' }] })
      expect(requests[0]?.messages.slice(0, 2)).toEqual(history)
      expect(requests[1]?.messages[0]?.content).toContain('Open at ten.')
      expect(events).toContainEqual(expect.objectContaining({ type: 'tool_called', tool: 'hours' }))
    },
  )
})

describe('the XML agent', () => {
  test('calls tools through tags, receives the results, and answers', async () => {
    const { chat, requests } = scriptedModel([
      'I add. <tool>Calculator</tool><tool_input>6 * 7</tool_input><observation>41</observation>',
      '<final_answer>It is **42**.',
    ])
    const { run } = prepareRun({ flow: aFlow('xmlAgent'), chat, history, question: '6*7?' })

    expect(await run()).toEqual({
      text: 'It is **42**.',
      usedTools: [{ tool: 'calculator', toolInput: { input: '6 * 7' }, toolOutput: '42' }],
    })
    const [first, second] = requests.map(({ messages }) => messages[0]?.content ?? '')
    expect(first).toContain('calculator:')
    expect(first).toContain('Human: I am Deniz.\nAI: Hello!')
    expect(first).toMatch(/Question: 6\*7\?\n$/)
    expect(second).toContain(
      'Question: 6*7?\n<tool>Calculator</tool><tool_input>6 * 7</tool_input>\n<observation>42</observation>',
    )
    expect(second).not.toContain('41')
  })

  test('accepts its own prompt, which must include tools and steps', async () => {
    const { chat, requests } = scriptedModel(['Hello.'])
    const own = { systemMessage: 'T:{tools} H:{chat_history} Q:{input} {other} {agent_scratchpad}' }
    await prepareRun({ flow: aFlow('xmlAgent', own), chat, question: '{tools}' }).run()

    expect(requests[0]?.messages[0]?.content).toMatch(/^T:calculator: [\s\S]* H: Q:\{tools\} \{other\} $/)
    await expect(
      prepareRun({ flow: aFlow('xmlAgent', { systemMessage: '{tools}' }), chat }).run(),
    ).rejects.toThrow('its System Message needs {agent_scratchpad}.')
  })
})

describe('the ReAct agents', () => {
  test.each(['reactAgentChat', 'reactAgentLLM'])(
    '%s calls a tool, reads the result and answers',
    async (name) => {
      const { chat, requests } = scriptedModel([
        'Thought: I compute.\nAction: Calculator\nAction Input: 6 * 7\nObservation: 41',
        'Thought: I know.\nFinal Answer: It is 42.',
      ])
      const { run } = prepareRun({ flow: aFlow(name), chat, history, question: '6*7?' })

      expect(await run()).toEqual({
        text: 'It is 42.',
        usedTools: [{ tool: 'calculator', toolInput: { input: '6 * 7' }, toolOutput: '42' }],
      })
      const [first, second] = requests.map(({ messages }) => messages[0]?.content ?? '')
      expect(first).toContain('one of [calculator, current_date_time]')
      expect(first?.includes('user: I am Deniz.')).toBe(name === 'reactAgentChat')
      expect(second).toContain('Observation: 42\nThought:')
    },
  )

  test('conversationalAgent uses JSON, as turns of the conversation', async () => {
    const { chat, requests } = scriptedModel([
      '{"action": "calculator", "action_input": "6 * 7"}',
      '```json\n{"action": "Final Answer", "action_input": "It is **42**."}\n```',
    ])
    const { run } = prepareRun({ flow: aFlow('conversationalAgent'), chat, history, question: '6*7?' })

    expect(await run()).toMatchObject({ text: 'It is **42**.', usedTools: [{ tool: 'calculator' }] })
    expect(requests[1]?.messages.slice(0, 4)).toEqual([
      ...history,
      { role: 'user', content: '6*7?' },
      { role: 'assistant', content: '{"action": "calculator", "action_input": "6 * 7"}' },
    ])
    expect(requests[1]?.messages[4]?.content).toContain('The tool answered:\n42')
  })

  test('an unknown tool name, a tool error and an unclear reply are reported to the model', async () => {
    const { chat, requests } = scriptedModel([
      'Action: google\nAction Input: x',
      'Action: calculator\nAction Input: 1 / 0',
      'Thought: hm',
      'Final Answer: I do not know.',
    ])
    const { run } = prepareRun({ flow: aFlow('reactAgentChat'), chat })

    expect(await run()).toMatchObject({
      text: 'I do not know.',
      usedTools: [{ error: 'This cannot be computed: it divides by zero.' }],
    })
    const last = requests.at(-1)?.messages[0]?.content
    expect(last).toContain('There is no tool named google. There are: calculator, current_date_time.')
    expect(last).toContain('Observation: Error: This cannot be computed: it divides by zero.')
    expect(last).toContain('That could not be read.')
  })

  test('the model must answer once no more steps are allowed', async () => {
    const act = 'Action: calculator\nAction Input: 1'
    const { chat, requests } = scriptedModel([act, 'Final Answer: One.'])

    const { text } = await prepareRun({ flow: aFlow('reactAgentChat', { maxIterations: 2 }), chat }).run()

    expect(text).toBe('One.')
    expect(requests[1]?.messages[0]?.content).toMatch(/No more tools may be used.*Final Answer:$/s)
  })

  test('a recorded call is not repeated by a resumed run', async () => {
    const replies = ['Action: current_date_time\nAction Input: {}', 'Final Answer: Late.']
    const flow = aFlow('reactAgentChat')
    const first = prepareRun({ flow, chat: scriptedModel(replies).chat })
    await first.run()

    const { chat, requests } = scriptedModel([])
    const resumed = prepareRun({ flow, chat, past: first.stored() })

    expect((await resumed.run()).text).toBe('Late.')
    expect(requests).toEqual([])
    expect(resumed.events.some(({ type }) => type === 'tool_called')).toBe(false)
  })
})

describe('the retrieval agent', () => {
  test('first rephrases a follow-up question as a standalone one', async () => {
    const { chat, requests } = scriptedModel(['When does the museum of Izmir open?', 'At nine.'])
    const flow = aFlow('conversationalRetrievalToolAgent')

    const { text } = await prepareRun({ flow, chat, history, question: 'And when does it open?' }).run()

    expect(text).toBe('At nine.')
    expect(requests[0]?.messages[0]?.content).toContain('And when does it open?')
    expect(requests[1]?.messages.at(-1)).toEqual({
      role: 'user',
      content: 'When does the museum of Izmir open?',
    })
  })
})

function aFlow(agent: string, inputs = {}, more: Parameters<typeof buildFlow>[0] = []) {
  const remembers = agent === 'reactAgentLLM' ? {} : { memory: referenceTo('bufferMemory_0') }
  return buildFlow([
    ...more,
    { name: 'flowtillDemoModel' },
    { name: 'bufferMemory' },
    { name: 'currentDateTime' },
    { name: 'calculator' },
    {
      name: agent,
      inputs: {
        tools: [referenceTo('calculator_0'), referenceTo('currentDateTime_0')],
        model: referenceTo('flowtillDemoModel_0'),
        ...remembers,
        inputModeration: '',
        ...inputs,
      },
    },
  ])
}

/** An agent whose only tool is a query engine over an upserted store. */
function anEngineFlow(agent: string) {
  const model = referenceTo('chatOpenAI_LlamaIndex_0')
  return buildFlow([
    { name: 'chatOpenAI_LlamaIndex', credential: 'a' },
    { name: 'openAIEmbedding_LlamaIndex', credential: 'a' },
    {
      name: 'pineconeLlamaIndex',
      credential: 'a',
      inputs: {
        model,
        embeddings: referenceTo('openAIEmbedding_LlamaIndex_0'),
        pineconeIndex: `museum${agent.toLowerCase()}`,
      },
    },
    { name: 'queryEngine', inputs: { vectorStoreRetriever: referenceTo('pineconeLlamaIndex_0') } },
    {
      name: 'queryEngineToolLlamaIndex',
      inputs: {
        baseQueryEngine: referenceTo('queryEngine_0'),
        toolName: 'hours',
        toolDesc: 'Knows when the museum opens.',
      },
    },
    { name: 'bufferMemory' },
    {
      name: agent,
      inputs: {
        tools: [referenceTo('queryEngineToolLlamaIndex_0')],
        memory: referenceTo('bufferMemory_0'),
        model,
        systemMessage: 'Be kind.',
      },
    },
  ])
}
