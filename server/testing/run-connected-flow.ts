import { planProgram } from '#server/engine/program/plan-program.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import type { RunEvent, WaitAnswer } from '#shared/runs.ts'
import { prefixesOf, prepareProgram } from './run-test-program.ts'

type Node = { id: string; name: string; label?: string; inputs?: Record<string, unknown> }

const openAi: Node = { id: 'chatOpenAI_0', name: 'chatOpenAI', inputs: { modelName: 'gpt-4o-mini' } }
const linkOf = (id: string) => `{{${id}.data.instance}}`

const categories: Readonly<Record<string, string>> = {
  seq: 'Sequential Agents',
  supervisor: 'Multi Agents',
  worker: 'Multi Agents',
}

/**
 * A sequential file or one of a team. Edges are `a -> b.input`, or `a:output -> b.input`; without an input it is
 * `sequentialNode`. A chat model is connected to the first node.
 */
export function aConnectedFlow(nodes: readonly Node[], edges: readonly string[], model = openAi): FlowFile {
  const [first] = nodes
  const drawn = [...edges, ...(first ? [`${model.id} -> ${first.id}.model`] : [])].map((edge) => {
    const [from = '', to = ''] = edge.split(' -> ')
    const [source = '', output = 'out'] = from.split(':')
    const [target = '', input = 'sequentialNode'] = to.split('.')
    return { source, output, target, input }
  })
  return {
    nodes: [...nodes, model].map(({ id, name, label = id, inputs = {} }) => {
      const links = Map.groupBy(
        drawn.filter(({ target }) => target === id),
        ({ input }) => input,
      )
      const linked = [...links].map(([input, own]): [string, unknown] => {
        const ids = own.map(({ source }) => linkOf(source))
        const { list } = { list: false, ...catalogue.get(name)?.inputs[input] }
        return [input, list ? ids : ids[0]]
      })
      const category = Object.entries(categories).find(([prefix]) => name.startsWith(prefix))?.[1]
      return {
        id,
        type: 'customNode',
        data: {
          ...{ id, name, label, category: category ?? 'Other', credential: 'credential' },
          inputs: { ...inputs, ...Object.fromEntries(linked) },
        },
      }
    }),
    edges: drawn.map(({ source, output, target, input }) => ({
      ...{ source, target },
      sourceHandle: `${source}-output-${output}-Class`,
      targetHandle: `${target}-input-${input}-Class`,
    })),
  }
}

type Options = Omit<Parameters<typeof prepareProgram>[0], 'plan'>

export function prepareConnected(options: Options) {
  return prepareProgram({ ...options, plan: (file) => planProgram(file, catalogue) })
}

/**
 * Runs the flow, then again from every prefix of its events. A call cut by the crash is made again, as a person would
 * choose; waits of the flow itself get `answer`.
 */
export async function runFromEveryPrefix(options: Options, answer: WaitAnswer['type'] = 'proceed') {
  const whole = await runToEnd(options, [], answer)
  const endings = []
  for (const prefix of prefixesOf(whole.events)) {
    endings.push((await runToEnd(options, prefix, answer)).ending)
  }
  return { ...whole, endings }
}

async function runToEnd(options: Options, past: readonly RunEvent[], type: WaitAnswer['type']) {
  let events = past
  for (;;) {
    // The script goes on with the first reply that the log does not have.
    const made = events.filter((event) => event.type === 'model_finished').length
    const replies = options.replies?.slice(made)
    const { program, run: resume } = prepareConnected({ ...options, ...(replies && { replies }) })
    const run = await resume(events)
    if (run.ending.status !== 'waiting') {
      return { ...run, program }
    }
    const answered = run.ending.waits.map(({ id: waitId, kind }): RunEvent => {
      const answer = { type: kind === 'uncertain' ? ('again' as const) : type }
      return { type: 'wait_answered', at: 0, waitId, answer, by: { kind: 'api' } }
    })
    events = [...run.events, ...answered]
  }
}
