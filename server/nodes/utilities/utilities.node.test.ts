import { describe, expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { createRunCode } from '#server/upstream/scripts/run-code.ts'
import { type FlowFile, referenceTo } from '#shared/flow-file.ts'

const runCode = createRunCode({ fetch: async () => new Response('{"rate": 40}') })

describe('a custom function', () => {
  test('ends a flow with a text, with data, or with nothing', async () => {
    const ending = (code: string) => runFlow(buildFlow([aFunction(code, { output: 'EndingNode' })]))

    expect(await ending("return $flow.input + ' ' + $vars.city")).toEqual({ text: 'Hi Izmir' })
    expect(await ending('return { a: [1, $input] }')).toEqual({ text: '', json: { a: [1, 'Hi'] } })
    expect(await ending('return')).toEqual({ text: '' })
  })

  test('returns prompt values from its variables, HTTP requests and tools', async () => {
    const { chat, requests } = scriptedModel(['Fine.'])
    const code = `const { rate } = await (await fetch('https://rates.example')).json()
      return \`\${$name}: \${await $tools.calculator.call({ input: $amount + '*' + rate })}\``
    const flow = buildFlow([
      { name: 'calculator' },
      {
        ...aFunction(code, { output: 'output' }),
        inputs: {
          functionInputVariables: '{"name":"{{question}}","amount":2.5}',
          tools: [referenceTo('calculator_0')],
          javascriptFunction: code,
        },
      },
      ...aChain('llmChain_0', '{value} {text}', { value: referenceTo('customFunction_0') }),
    ])

    await runFlow(flow, chat)

    expect(requests[0]?.messages[0]?.content).toBe('Hi: 100 Hi')
  })

  test('that fails reports where', async () => {
    const flow = buildFlow([aFunction('const a = 1\nreturn a.b.c', { output: 'EndingNode' })])

    await expect(runFlow(flow)).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      label: 'Custom JS Function',
      message: expect.stringContaining('(line 2)'),
    })
  })
})

describe('if and else', () => {
  test.each([
    ['Is it open?', 'Asked: yes'],
    ['It is open.', 'Told: no'],
  ])('%s takes one branch, and the other is not built', async (question, content) => {
    const { chat, requests } = scriptedModel(['Fine.'])
    const { run, events } = prepareRun({ flow: aFork(), chat, question, world: { runCode } })

    expect(await run()).toEqual({ text: 'Fine.' })

    expect(requests.map(({ messages }) => messages[0]?.content)).toEqual([content])
    const began = events.flatMap((event) => (event.type === 'node_started' ? [event.nodeId] : []))
    expect(began.filter((id) => id.startsWith('llmChain'))).toHaveLength(1)
    expect(began.filter((id) => id.startsWith('promptTemplate'))).toHaveLength(1)
  })

  test('a branch without a chain is reported', async () => {
    const fork = aFork()
    const flow = {
      nodes: fork.nodes.filter(({ id }) => !/_1$/.test(id)),
      edges: fork.edges.filter(({ source, target }) => !/_1$/.test(source + target)),
    } as FlowFile

    await expect(runFlow(flow, undefined, 'It is open.')).rejects.toMatchObject({
      code: 'INVALID_FLOW',
      message: expect.stringContaining('ends without a chain or agent'),
    })
  })

  test('a nested fork is evaluated only when it is reached', async () => {
    const code = { ifFunction: 'return $flow.input.length > 3', elseFunction: 'return "short"' }
    const second = { name: 'ifElseFunction', id: 'ifElseFunction_1', inputs: code }
    const fork = aFork()
    const { nodes } = buildFlow([second])
    const edge = edgeOf('ifElseFunction_0', 'returnTrue', 'ifElseFunction_1')
    const moved = fork.edges.map((each) =>
      each.target === 'promptTemplate_0' && each.source === 'ifElseFunction_0'
        ? edgeOf('ifElseFunction_1', 'returnTrue', 'promptTemplate_0')
        : each,
    )
    const flow = {
      nodes: [...nodes, ...fork.nodes.map((node) => ({ ...node, data: withReference(node.data) }))],
      edges: [...moved, edge],
    } as FlowFile
    const { chat, requests } = scriptedModel(['A.', 'B.'])

    await prepareRun({ flow, chat, question: 'Long?', world: { runCode } }).run()
    const last = prepareRun({ flow, chat, question: 'No.', world: { runCode } })
    await last.run()

    expect(requests.map(({ messages }) => messages[0]?.content)).toEqual(['Asked: true', 'Told: no'])
    expect(
      last.events.some((event) => event.type === 'node_started' && event.nodeId === 'ifElseFunction_1'),
    ).toBe(false)
  })
})

describe('variables of an answer', () => {
  test('are set by one node and read by another without an edge between them', async () => {
    const { chat, requests } = scriptedModel(['first', 'second'])
    const flow = buildFlow([
      { name: 'getVariable', inputs: { variableName: 'draft' } },
      ...aChain('llmChain_1', 'Draft {text}', {}, { output: 'outputPrediction' }),
      {
        name: 'setVariable',
        inputs: { input: [referenceTo('llmChain_1')], variableName: 'draft', showOutput: true },
        outputs: { output: 'output' },
      },
      ...aChain('llmChain_0', '{text} {kept} {set}', {
        kept: referenceTo('getVariable_0'),
        set: referenceTo('setVariable_0'),
      }).filter(({ name }) => name !== 'flowtillDemoModel'),
    ])

    expect(await runFlow(flow, chat)).toEqual({ text: 'second', flowVariables: { draft: 'first' } })
    expect(requests[1]?.messages[0]?.content).toBe('Hi first first')
  })

  test('are named in the error if they are not set', async () => {
    const flow = buildFlow([
      { name: 'getVariable', inputs: { variableName: 'draft' } },
      ...aChain('llmChain_0', '{text} {kept}', { kept: referenceTo('getVariable_0') }),
    ])

    await expect(runFlow(flow)).rejects.toMatchObject({
      message: expect.stringContaining('draft is not set'),
    })
  })
})

function runFlow(flow: FlowFile, chat = scriptedModel([]).chat, question = 'Hi') {
  return prepareRun({ flow, chat, question, world: { runCode } }).run()
}

function aFunction(javascriptFunction: string, outputs: Record<string, unknown>) {
  return { name: 'customFunction', inputs: { javascriptFunction }, outputs }
}

function aChain(id: string, template: string, values: Record<string, string>, outputs = {}) {
  const place = id.split('_')[1]
  return [
    ...(place === '0' || id === 'llmChain_1'
      ? [{ name: 'flowtillDemoModel', id: `flowtillDemoModel_${place}` }]
      : []),
    {
      name: 'promptTemplate',
      id: `promptTemplate_${place}`,
      inputs: { template, promptValues: JSON.stringify(values) },
    },
    {
      name: 'llmChain',
      id,
      inputs: {
        model: referenceTo(
          `flowtillDemoModel_${id === 'llmChain_0' && template.includes('{set}') ? '1' : place}`,
        ),
        prompt: referenceTo(`promptTemplate_${place}`),
      },
      outputs,
    },
  ]
}

/** An if/else flow: questions go to one chain, statements to another. */
function aFork(): FlowFile {
  const value = { value: referenceTo('ifElseFunction_0') }
  const flow = buildFlow([
    {
      name: 'ifElseFunction',
      inputs: { ifFunction: "if ($input.endsWith('?')) return 'yes'", elseFunction: "return 'no'" },
    },
    ...aChain('llmChain_0', 'Asked: {value}', value),
    ...aChain('llmChain_1', 'Told: {value}', value),
  ])
  const edges = flow.edges.map((edge) =>
    edge.source === 'ifElseFunction_0'
      ? edgeOf(edge.source, edge.target === 'promptTemplate_0' ? 'returnTrue' : 'returnFalse', edge.target)
      : edge,
  )
  return { ...flow, edges }
}

function edgeOf(source: string, output: string, target: string) {
  const sourceHandle = `${source}-output-${output}-string|number|boolean|json|array`
  const targetHandle = `${target}-input-promptValues-json`
  const id = `${source}-${output}-${target}`
  return { source, sourceHandle, target, targetHandle, type: 'buttonedge', id }
}

function withReference(data: FlowFile['nodes'][number]['data']) {
  return data.id === 'promptTemplate_0'
    ? {
        ...data,
        inputs: { ...data.inputs, promptValues: JSON.stringify({ value: referenceTo('ifElseFunction_1') }) },
      }
    : data
}
