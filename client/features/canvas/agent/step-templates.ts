import type { NodeTemplate } from '#shared/nodes.ts'
import { stepForms } from './step-forms.ts'

type Step = Pick<NodeTemplate, 'label' | 'type' | 'version' | 'description'> & {
  color: string
  /** Its ways out: one without a name, or several with these. */
  ways?: readonly string[]
}

const steps: Record<keyof typeof stepForms, Step> = {
  agent: {
    label: 'Agent',
    type: 'Agent',
    version: 3.2,
    color: '#4DD0E1',
    description: 'A model that chooses among tools and knowledge until it can answer',
  },
  llm: {
    label: 'LLM',
    type: 'LLM',
    version: 1.1,
    color: '#64B5F6',
    description: 'Asks a model once and hands its answer on',
  },
  condition: {
    label: 'Condition',
    type: 'Condition',
    version: 1,
    color: '#FFB938',
    ways: ['0', '1'],
    description: 'Goes one way or another by comparing values',
  },
  conditionAgent: {
    label: 'Condition Agent',
    type: 'ConditionAgent',
    version: 2,
    color: '#ff8fab',
    ways: ['0', '1'],
    description: 'A model decides which of several scenarios this is',
  },
  humanInput: {
    label: 'Human Input',
    type: 'HumanInput',
    version: 1,
    color: '#6E6EFD',
    ways: ['0', '1'],
    description: 'Waits until a person says to go on or not',
  },
  loop: {
    label: 'Loop',
    type: 'Loop',
    version: 1.2,
    color: '#FFA07A',
    ways: [],
    description: 'Goes back to an earlier step, so many times at most',
  },
  iteration: {
    label: 'Iteration',
    type: 'Iteration',
    version: 1,
    color: '#9C89B8',
    description: 'Does the steps that stand in it once for each item of a list',
  },
  tool: {
    label: 'Tool',
    type: 'Tool',
    version: 1.2,
    color: '#d4a373',
    description: 'Uses one tool with values of your choice',
  },
  retriever: {
    label: 'Retriever',
    type: 'Retriever',
    version: 1.1,
    color: '#b8bedd',
    description: 'Looks something up in document stores',
  },
  customFunction: {
    label: 'Custom Function',
    type: 'CustomFunction',
    version: 1.1,
    color: '#E4B7FF',
    description: 'Runs JavaScript of your own',
  },
  http: {
    label: 'HTTP',
    type: 'HTTP',
    version: 1.1,
    color: '#FF7F7F',
    description: 'Sends a request to an address and hands the answer on',
  },
  directReply: {
    label: 'Direct Reply',
    type: 'DirectReply',
    version: 1,
    color: '#4DDBBB',
    ways: [],
    description: 'Says something to the user and ends',
  },
}

const credential = {
  name: 'credential',
  label: 'HTTP Credential',
  type: 'credential',
  optional: true,
  credentialNames: ['httpBasicAuth', 'httpBearerToken', 'httpApiKey'],
}

function templateOf(key: keyof typeof stepForms): NodeTemplate {
  const { label, type, version, description } = steps[key]
  return {
    ...{ name: `${key}Agentflow`, label, type, version, description },
    category: 'Agent Flows',
    baseClasses: [type],
    tags: [],
    icon: '',
    ...(key === 'http' && { credential }),
    inputs: stepForms[key],
    outputs: [],
  }
}

/** The kinds of step an agent flow is made of, by name. Its start is not among them: it is there from the beginning. */
export const stepTemplates: ReadonlyMap<string, NodeTemplate> = new Map(
  (Object.keys(stepForms) as (keyof typeof stepForms)[])
    .map(templateOf)
    .map((template) => [template.name, template]),
)

/** What else the file of such a step says: its colour and its ways out. */
export function traitsOf(template: Pick<NodeTemplate, 'name'>): Pick<Step, 'color' | 'ways'> {
  return steps[template.name.replace(/Agentflow$/, '') as keyof typeof steps]
}
