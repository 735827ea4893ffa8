import { expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { estimateProgram } from './estimate-program.ts'
import { planProgram } from './plan-program.ts'

const start = { id: 'start', name: 'startAgentflow', label: 'Start' }
const llm = (id: string, content = 'Hello') => ({
  ...{ id, name: 'llmAgentflow', label: id },
  inputs: {
    llmModel: 'flowtillDemoModel',
    llmModelConfig: {},
    llmMessages: [{ role: 'system', content }],
    llmReturnResponseAs: 'assistantMessage',
  },
})

async function estimate(...flow: Parameters<typeof aControlFlow>) {
  const program = planProgram(aControlFlow(...flow), catalogue)
  const works = await estimateProgram(program, catalogue, {
    credential: async () => ({ values: {}, platform: false }) as never,
    defaultModel: async () => ({}) as never,
  })
  return new Map(works.map((work) => [work.nodeId, work]))
}

test('every step with a model is one line, and its prompt counts', async () => {
  const works = await estimate(
    [start, llm('short'), llm('long', 'word '.repeat(2_000)), llm('after', '{{ long }}')],
    ['start -> short', 'short -> long', 'long -> after'],
  )

  expect([...works.keys()]).toEqual(['short', 'long', 'after'])
  expect(works.get('short')).toMatchObject({
    ...{ provider: 'flowtill', model: 'flowtill-demo', paidBy: 'platform' },
    calls: { typical: 1, worst: 1 },
  })
  const typical = (id: string) => works.get(id)?.input.typical ?? 0
  expect(typical('long') - typical('short')).toBeGreaterThan(1_900)
  expect(typical('after') - typical('short')).toBeGreaterThan(250)
})

test('a step that may loop is called as often as the loop goes back, at most', async () => {
  const loop = {
    ...{ id: 'loop', name: 'loopAgentflow', label: 'Loop' },
    inputs: { loopBackToNode: 'write-Write', maxLoopCount: 4 },
  }
  const works = await estimate(
    [start, llm('before'), llm('write'), loop],
    ['start -> before', 'before -> write', 'write -> loop'],
  )

  expect(works.get('before')?.calls).toEqual({ typical: 1, worst: 1 })
  expect(works.get('write')?.calls).toEqual({ typical: 1, worst: 4 })
})

test('a step inside an iteration is called for each item', async () => {
  const box = { id: 'box', name: 'iterationAgentflow', label: 'Each', inputs: { iterationInput: '[1,2]' } }
  const works = await estimate([start, box, { ...llm('inner'), parentNode: 'box' }], ['start -> box'])

  expect(works.get('inner')?.calls).toEqual({ typical: 5, worst: 100 })
})
