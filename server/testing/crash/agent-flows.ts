import { createShippedTemplates } from '#server/features/templates/shipped-templates.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { type FlowFile, parseFlowFile } from '#shared/flow-file.ts'
import { aConnectedFlow } from '../run-connected-flow.ts'
import { aControlFlow } from '../run-test-program.ts'

/** An agent flow for the kill harness, and the effects that each of its runs must have once: `<chat id>:<effect>`. */
export type KilledFlow = {
  name: string
  type: 'AGENTFLOW' | 'MULTIAGENT'
  file: FlowFile
  effects: readonly string[]
  /** Body of its requests; a question if absent. */
  body?: object
}

const start = { id: 'start', name: 'startAgentflow', label: 'Start' }
const model = {
  llmModel: 'flowtillDemoModel',
  llmModelConfig: {},
  llmEnableMemory: true,
  llmMemoryType: 'allMessages',
  llmReturnResponseAs: 'assistantMessage',
}
const demo = { id: 'demo', name: 'flowtillDemoModel', inputs: {} }
const llm = (id: string, parentNode?: string) => ({
  ...{ id, name: 'llmAgentflow', label: id, inputs: model },
  ...(parentNode && { parentNode }),
})
const reply = (id: string, directReplyMessage: string) => ({
  ...{ id, name: 'directReplyAgentflow', label: id },
  inputs: { directReplyMessage },
})

/** Flows of all three kinds: v2, sequential and team. */
export function flowsToKill(host: string): [KilledFlow, ...KilledFlow[]] {
  const post = (id: string, effect: string, parentNode?: string) => ({
    ...{ id, name: 'httpAgentflow', label: id },
    inputs: { method: 'POST', url: `http://${host}/{{ $flow.chatId }}:${effect}`, responseType: 'json' },
    ...(parentNode && { parentNode }),
  })
  return [
    {
      name: 'a model and two effects',
      type: 'AGENTFLOW',
      file: aControlFlow(
        [start, post('first', 'first'), llm('llm'), post('second', 'second'), reply('end', 'Both are done.')],
        ['start -> first', 'first -> llm', 'llm -> second', 'second -> end'],
      ),
      effects: ['first', 'second'],
    },
    {
      name: 'a loop',
      type: 'AGENTFLOW',
      file: aControlFlow(
        [
          start,
          llm('llm'),
          post('each', 'round {{ loop_count }}'),
          {
            ...{ id: 'loop', name: 'loopAgentflow', label: 'loop' },
            inputs: { loopBackToNode: 'llm-llm', maxLoopCount: 3, fallbackMessage: 'Three rounds.' },
          },
        ],
        ['start -> llm', 'llm -> each', 'each -> loop'],
      ),
      effects: ['round 0', 'round 1', 'round 2'],
    },
    {
      name: 'an iteration, two items at a time',
      type: 'AGENTFLOW',
      file: aControlFlow(
        [
          start,
          {
            ...{ id: 'items', name: 'iterationAgentflow', label: 'items' },
            inputs: { iterationInput: '["a","b","c"]', iterationParallel: 2 },
          },
          llm('inner', 'items'),
          post('item', 'item {{ $iteration }}', 'items'),
          { ...reply('said', 'Item {{ $iteration }}.'), parentNode: 'items' },
          reply('end', 'All items: {{ items }}'),
        ],
        ['start -> items', 'inner -> item', 'item -> said', 'items -> end'],
      ),
      effects: ['item a', 'item b', 'item c'],
    },
    {
      name: 'an approval',
      type: 'AGENTFLOW',
      file: aControlFlow(
        [
          start,
          post('before', 'before'),
          {
            ...{ id: 'check', name: 'humanInputAgentflow', label: 'check' },
            inputs: {
              humanInputDescriptionType: 'fixed',
              humanInputDescription: 'Go on?',
              humanInputEnableFeedback: true,
            },
          },
          post('after', 'after'),
          reply('yes', 'Approved.'),
          reply('no', 'Rejected.'),
        ],
        ['start -> before', 'before -> check', 'check:0 -> after', 'after -> yes', 'check:1 -> no'],
      ),
      effects: ['before', 'after'],
    },
    {
      name: 'an agent with a tool',
      type: 'AGENTFLOW',
      file: aControlFlow(
        [
          start,
          {
            ...{ id: 'agent', name: 'agentAgentflow', label: 'agent' },
            inputs: {
              ...{ agentModel: 'flowtillDemoModel', agentModelConfig: {}, agentEnableMemory: false },
              agentMessages: [{ role: 'user', content: 'What is 12 * 13?' }],
              agentTools: [{ agentSelectedTool: 'calculator', agentSelectedToolConfig: {} }],
            },
          },
          post('after', 'after'),
          reply('end', '{{ agent }}'),
        ],
        ['start -> agent', 'agent -> after', 'after -> end'],
      ),
      effects: ['after'],
    },
    {
      name: 'sequential',
      type: 'MULTIAGENT',
      file: aConnectedFlow(
        [
          { id: 'seqStart', name: 'seqStart' },
          { id: 'writer', name: 'seqLLMNode', inputs: { llmNodeName: 'writer' } },
          {
            ...{ id: 'function', name: 'seqCustomFunction' },
            inputs: {
              functionName: 'send',
              functionInputVariables: '{"chat":"$flow.chatId"}',
              // Also the result of a call that a person says has happened.
              javascriptFunction: `await fetch('http://${host}/' + $chat + ':sent', { method: 'POST' }); return 'Done.'`,
            },
          },
          { id: 'checker', name: 'seqLLMNode', inputs: { llmNodeName: 'checker' } },
          { id: 'seqEnd', name: 'seqEnd' },
        ],
        ['seqStart -> writer', 'writer -> function', 'function -> checker', 'checker -> seqEnd'],
        demo,
      ),
      effects: ['sent'],
    },
    {
      name: 'a team',
      type: 'MULTIAGENT',
      file: aConnectedFlow(
        [
          { id: 'lead', name: 'supervisor', inputs: { supervisorName: 'Lead', recursionLimit: 10 } },
          { id: 'worker', name: 'worker', inputs: { workerName: 'Ada', workerPrompt: 'You answer.' } },
        ],
        ['lead -> worker.supervisor'],
        demo,
      ),
      effects: [],
    },
  ]
}

/** What starts the templates. The one that a schedule starts is not among them. */
const templateBodies: Readonly<Record<string, object>> = {
  'refund-desk': { question: 'Order: 1042, amount: 120, reason: The vase arrived broken' },
  'research-desk': { question: 'Where is Ephesus?' },
  'lead-desk': { form: { name: 'Kemal', email: 'k@example.com', message: 'I want to buy 40 cups' } },
  'invoice-check': { question: 'Number: KK-142\nNet: 100\nVAT: 20\nTotal: 130' },
  'support-triage': { question: 'How can I pay for my order?' },
  'bilingual-newsletter': { form: { title: 'May', facts: 'There is a course on 3 May' } },
  'data-clean-up': {
    question:
      'name: ada lovelace; email: ADA@EXAMPLE.COM; city: london\nname: kemal kaya; email: kemal@example.com; city: izmir',
  },
}

/** The shipped templates of agent flows. What they look up is fetched from the host. */
export function templatesToKill(host: string): KilledFlow[] {
  const shipped = createShippedTemplates(catalogue)
  return Object.entries(templateBodies).map(([id, body]) => {
    const { flowData = '' } = shipped.find(id, 'en') ?? {}
    const reachable = flowData.replaceAll('https://en.wikipedia.org', `http://${host}`)
    return { name: id, type: 'AGENTFLOW', file: parseFlowFile(reachable), effects: [], body }
  })
}

/** Waits for a run of another flow, whose approval it passes on. */
export function flowThatCalls(childId: string): KilledFlow {
  return {
    name: 'a flow that calls the approval',
    type: 'AGENTFLOW',
    file: aControlFlow(
      [
        start,
        {
          ...{ id: 'call', name: 'executeFlowAgentflow', label: 'call' },
          inputs: {
            executeFlowSelectedFlow: childId,
            executeFlowInput: 'Please.',
            executeFlowReturnResponseAs: 'assistantMessage',
          },
        },
        reply('end', 'The other flow: {{ call }}'),
      ],
      ['start -> call', 'call -> end'],
    ),
    // Those of the called run, which has the same chat or one of its own.
    effects: [],
  }
}
