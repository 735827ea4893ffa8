import type { FlowFile } from '#shared/flow-file.ts'
import { aConnectedFlow } from '../run-connected-flow.ts'
import { aControlFlow, llmInputs } from '../run-test-program.ts'
import type { Random } from './random.ts'

type Step = Parameters<typeof aControlFlow>[0][number]

const start: Step = { id: 'start', name: 'startAgentflow' }
const llm = (id: string, message = `{{ question }} ${id}`): Step => ({
  ...{ id, name: 'llmAgentflow', inputs: llmInputs(message) },
})
const post = (id: string, effect = id): Step => ({
  ...{ id, name: 'httpAgentflow' },
  inputs: { method: 'POST', url: `http://world/${effect}`, responseType: 'json' },
})
const within = (parentNode: string, step: Step): Step => ({ ...step, parentNode })
const approval = (id: string): Step => ({
  ...{ id, name: 'humanInputAgentflow' },
  inputs: {
    ...{ humanInputDescriptionType: 'fixed', humanInputDescription: 'Go on?' },
    humanInputEnableFeedback: true,
  },
})
const loop = (id: string, target: string, max: number): Step => ({
  ...{ id, name: 'loopAgentflow' },
  inputs: { loopBackToNode: `${target}-${target}`, maxLoopCount: max, fallbackMessage: 'Enough.' },
})
const iteration = (id: string, parallel: number): Step => ({
  ...{ id, name: 'iterationAgentflow' },
  inputs: { iterationInput: '["a","b","c"]', iterationParallel: parallel },
})
const agent: Step = {
  ...{ id: 'agent', name: 'agentAgentflow' },
  inputs: {
    agentModel: 'chatOpenAI',
    agentModelConfig: { modelName: 'gpt-4o-mini', FLOWISE_CREDENTIAL_ID: 'credential' },
    agentTools: [{ agentSelectedTool: 'customTool', agentSelectedToolConfig: { selectedTool: 'pay' } }],
  },
}

const fixed: readonly (() => FlowFile)[] = [
  () => chain([post('first'), llm('llm'), post('second'), llm('last')]),
  () => chain([llm('llm'), post('each', 'each-{{ loop_count }}'), loop('loop', 'llm', 3)]),
  () => chain([agent, post('after')]),
  () => chain([approval('one'), post('sent'), approval('two'), llm('last')]),
  ...[1, 2, 3].map((parallel) => () => {
    const inside = [llm('inner', 'Item {{ $iteration }}'), post('item', 'item-{{ $iteration }}')]
    return aControlFlow(
      [
        start,
        iteration('items', parallel),
        ...inside.map((step) => within('items', step)),
        llm('end', '{{ items }}'),
      ],
      ['start -> items', 'inner -> item', 'items -> end'],
    )
  }),
  // The loop jumps while `join` has only one of its two sources.
  () =>
    aControlFlow(
      [
        start,
        llm('a'),
        llm('b', 'b-{{ loop_count }}'),
        loop('loop', 'b', 3),
        post('join', 'join-{{ loop_count }}'),
        llm('c'),
      ],
      ['start -> a', 'start -> b', 'a -> join', 'b -> loop', 'b -> c', 'c -> join'],
    ),
  () =>
    aConnectedFlow(
      [
        { id: 'start', name: 'seqStart' },
        ...['a', 'b', 'c', 'd'].map((id) => ({ id, name: 'seqLLMNode', inputs: { llmNodeName: id } })),
        { id: 'end', name: 'seqEnd' },
      ],
      ['start -> a', 'a -> b', 'a -> c', 'b -> d', 'c -> d', 'd -> end'],
    ),
]

function chain(steps: readonly Step[]): FlowFile {
  const all = [start, ...steps]
  return aControlFlow(
    all,
    steps.map(({ id }, index) => `${all[index]?.id} -> ${id}`),
  )
}

/** A flow of the corpus, or a chain of random steps, one of them perhaps a pair of branches that join. */
export function chooseFlow(random: Random): FlowFile {
  const known = fixed[random.below(fixed.length + 3)]
  return known ? known() : generate(random)
}

function generate(random: Random): FlowFile {
  const steps: Step[] = [start]
  const edges: string[] = []
  let ends = ['start']
  const add = (step: Step, sources: readonly string[]) => {
    steps.push(step)
    edges.push(...sources.map((source) => `${source} -> ${step.id}`))
    return step.id
  }
  const length = 2 + random.below(4)
  for (let index = 0; index < length; index += 1) {
    const id = `n${index}`
    switch (random.below(5)) {
      case 0:
        ends = [add(post(id, `${id}-{{ loop_count }}`), ends)]
        break
      case 1:
        ends = [`${add(approval(id), ends)}:0`]
        break
      case 2:
        ends = [add(llm(`${id}x`), ends), add(post(`${id}y`, `${id}y-{{ loop_count }}`), ends)]
        break
      default:
        ends = [add(llm(id), ends)]
    }
  }
  const last = add(llm('last'), ends)
  if (random.isOneIn(2)) {
    add(loop('loop', 'last', 2 + random.below(2)), [last])
  }
  return aControlFlow(steps, edges)
}
