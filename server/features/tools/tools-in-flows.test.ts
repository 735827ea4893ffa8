import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { parseFlowFile, referenceTo } from '#shared/flow-file.ts'

const addingTool = {
  name: 'Add Numbers!',
  description: 'Calculates the sum of two numbers',
  color: '#000',
  schema: JSON.stringify([
    { id: 0, property: 'input', description: 'the expression', type: 'string', required: true },
    { id: 1, property: 'unit', description: 'a unit', type: 'string', required: false },
  ]),
  func: "const sum = $input.match(/\\d+/g).map(Number).reduce((a, b) => a + b)\nif ($unit) throw new Error('no')\nreturn sum + ' in ' + $vars.city",
}

test('a test of a stored tool in the editor returns value, logs and errors', async () => {
  const { services, signUp } = await createTestApp()
  const { user } = await signUp('root')
  const { signal } = new AbortController()
  const tryOut = (func: string) =>
    services.tools.test(user.id, { func, properties: [], args: { a: 2 } }, signal)

  expect(await tryOut('console.log($a); return $a + 1')).toMatchObject({ value: 3, logs: ['2'] })
  expect(await tryOut('console.log(1)\nreturn $a.b.c')).toMatchObject({
    value: null,
    logs: ['1'],
    fault: expect.stringContaining('(line 2)'),
  })
})

test('a function is tested over REST as Flowise clients do', async () => {
  const { signUp } = await createTestApp()
  const { call } = await signUp('root')
  const request = (body: object) => call('POST', '/node-custom-function', body)

  expect(
    (await request({ javascriptFunction: 'return { a: $b }', functionInputVariables: { b: 1 } })).json(),
  ).toEqual({ a: 1 })
  expect((await request({ javascriptFunction: 'return $b', functionInputVariables: '{"b":"x"}' })).body).toBe(
    'x',
  )
  const failed = await request({ javascriptFunction: 'throw new Error("no")' })
  expect([failed.statusCode, failed.json().error]).toEqual([400, 'The code failed: no (line 1)'])
  expect((await request({ javascriptFunction: '1', functionInputVariables: '[' })).statusCode).toBe(400)
})

test('an agent’s tool of the flow’s owner runs with variables, and appears in answer, message and log', async () => {
  const { services, signUp } = await createTestApp({ listen: true })
  const { user, call } = await signUp('root')
  await call('POST', '/variables', { name: 'city', value: 'Izmir', type: 'static' })
  const tool = (await call('POST', '/tools', addingTool)).json()
  const id = await saveFlow(
    call,
    anAgent([{ name: 'customTool', inputs: { selectedTool: tool.id } }], 'customTool_0'),
  )

  const answer = (await call('POST', `/prediction/${id}`, { question: 'Calculate the sum 12 + 30' })).json()

  expect(answer.usedTools).toMatchObject([{ tool: 'Add_Numbers', toolOutput: '42 in Izmir' }])
  expect(answer.text).toContain('42')
  const messages: { role: string }[] = (await call('GET', `/chatmessage/${id}`)).json()
  expect(JSON.stringify(messages.find(({ role }) => role === 'apiMessage'))).toContain('42 in Izmir')
  expect(await services.tools.all(user.id)).toHaveLength(1)
})

test('a tool of another user is not found, even by its id', async () => {
  const { signUp } = await createTestApp({ listen: true })
  const root = await signUp('root')
  const other = await signUp('other')
  const tool = (await root.call('POST', '/tools', addingTool)).json()
  const flow = anAgent([{ name: 'customTool', inputs: { selectedTool: tool.id } }], 'customTool_0')

  const rejected = await other.call('POST', `/prediction/${await saveFlow(other.call, flow)}`, {
    question: '1 + 1',
  })

  expect([rejected.statusCode, rejected.json().error]).toEqual([404, 'This tool does not exist.'])
})

test('a flow calls another flow of its owner: two runs, two charges, and never in a cycle', async () => {
  const { services, signUp } = await createTestApp({ listen: true })
  const { user, call } = await signUp('root')
  const inner = await saveFlow(
    call,
    buildFlow([
      {
        name: 'customFunction',
        inputs: { javascriptFunction: "return 'The museum opens at nine (' + $flow.input + ')'" },
        outputs: { output: 'EndingNode' },
      },
    ]),
  )
  const toolOf = (flowId: string) => ({
    name: 'ChatflowTool',
    inputs: { selectedChatflow: flowId, name: 'museum hours', description: 'Knows museum opening hours' },
  })
  const outer = await saveFlow(call, anAgent([toolOf(inner)], 'ChatflowTool_0'))
  const question = 'Ask the museum for its opening hours'

  const answer = (await call('POST', `/prediction/${outer}`, { question })).json()
  expect(answer.usedTools).toMatchObject([
    { tool: 'museum_hours', toolOutput: expect.stringContaining('The museum opens at nine') },
  ])
  const requested = (await call('GET', `/chatmessage/${inner}`)).json() as { role: string; content: string }[]
  expect(requested.map(({ role }) => role).toSorted()).toEqual(['apiMessage', 'userMessage'])

  const circular = JSON.stringify(anAgent([toolOf(outer)], 'ChatflowTool_0'))
  await call('PUT', `/chatflows/${outer}`, { flowData: circular })
  const again = (await call('POST', `/prediction/${outer}`, { question })).json()
  expect(again.usedTools).toMatchObject([{ error: expect.stringContaining('cannot call itself') }])
  expect(await services.runs.totals(user.id, new Date(0))).toHaveLength(2)
})

const flowiseFlows = resolve(import.meta.dirname, '../../../../shared/flows')

if (existsSync(flowiseFlows)) {
  test('the Flowise ReAct file answers, and its search works', async () => {
    const { signUp } = await createTestApp({ listen: true })
    const { call } = await signUp('root')
    const credentials: { id: string; credentialName: string }[] = (await call('GET', '/credentials')).json()
    const search = (
      await call('POST', '/credentials', {
        name: 'Search',
        credentialName: 'googleCustomSearchApi',
        plainDataObj: { googleCustomSearchApiKey: 'k', googleCustomSearchApiId: 'i' },
      })
    ).json()
    const file = parseFlowFile(readFileSync(join(flowiseFlows, 'chatflows/ReAct Agent.json'), 'utf8'))
    for (const { data } of file.nodes) {
      const id = {
        chatOpenAI: credentials.find(({ credentialName }) => credentialName === 'openAIApi')?.id,
        googleCustomSearch: search.id,
      }[data.name]
      Object.assign(data, id && { credential: id })
    }

    const answer = (
      await call('POST', `/prediction/${await saveFlow(call, file)}`, { question: '6 * 7' })
    ).json()

    expect(answer).toMatchObject({ text: expect.stringMatching(/\w/), memoryType: 'Buffer Memory' })
  })
}

type Call = Awaited<ReturnType<Awaited<ReturnType<typeof createTestApp>>['signUp']>>['call']

async function saveFlow(call: Call, flow: object): Promise<string> {
  return (
    await call('POST', '/chatflows', { type: 'CHATFLOW', name: 'A flow', flowData: JSON.stringify(flow) })
  ).json().id
}

function anAgent(nodes: Parameters<typeof buildFlow>[0], tool: string) {
  return buildFlow([
    ...nodes,
    { name: 'flowtillDemoModel' },
    { name: 'bufferMemory' },
    {
      name: 'toolAgent',
      inputs: {
        tools: [referenceTo(tool)],
        model: referenceTo('flowtillDemoModel_0'),
        memory: referenceTo('bufferMemory_0'),
      },
    },
  ])
}

test('a tool lists the flows that use it, in the draft or the published version', async () => {
  const { services, signUp } = await createTestApp()
  const { user, call } = await signUp('root')
  const [used, drafted, idle] = await Promise.all(
    ['used', 'drafted', 'idle'].map(
      async (name): Promise<string> => (await call('POST', '/tools', { ...addingTool, name })).json().id,
    ),
  )
  const flowOf = (id: string | undefined) =>
    anAgent([{ name: 'customTool', inputs: { selectedTool: id ?? '' } }], 'customTool_0')
  const flow = await saveFlow(call, flowOf(used))
  await services.flows.drafts.save(
    { userId: user.id, authorId: user.id },
    { id: flow, base: 0, flowData: JSON.stringify(flowOf(drafted)), keepsOther: false },
  )

  const uses = await services.tools.uses(user.id)

  expect(uses.map(({ id }) => id).toSorted()).toEqual([used, drafted].toSorted())
  expect(uses[0]?.flows).toEqual([{ id: flow, name: 'A flow' }])
  expect(uses.some(({ id }) => id === idle)).toBe(false)
  expect(await services.tools.uses('another')).toEqual([])
})

test('a missing field is undefined in the tested code, and its line numbers are unchanged', async () => {
  const { services, signUp } = await createTestApp()
  const { user } = await signUp('root')
  const { signal } = new AbortController()
  const tryOut = (func: string) =>
    services.tools.test(user.id, { func, properties: ['a', 'b'], args: { a: 2 } }, signal)

  expect(await tryOut('return $b ?? $a')).toMatchObject({ value: 2 })
  expect(await tryOut('return $c')).toMatchObject({ fault: expect.stringContaining('(line 1)') })
})
