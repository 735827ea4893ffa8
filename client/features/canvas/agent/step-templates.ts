import { shownNodeTexts } from '#client/texts/node-texts.ts'
import { translateTemplate } from '#client/texts/translate-nodes.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { stepForms } from './step-forms.ts'

type Step = Pick<NodeTemplate, 'label' | 'type' | 'version' | 'description'> & {
  color: string
  /** Branches of the step: one without a name, or these. */
  ways?: readonly string[]
}

const steps: Record<keyof typeof stepForms, Step> = {
  agent: {
    label: 'Agent',
    type: 'Agent',
    version: 3.2,
    color: '#4DD0E1',
    description: 'Completes a task with tools and knowledge',
  },
  llm: {
    label: 'LLM',
    type: 'LLM',
    version: 1.1,
    color: '#64B5F6',
    description: 'Calls a model once and passes on its answer',
  },
  condition: {
    label: 'Condition',
    type: 'Condition',
    version: 1,
    color: '#FFB938',
    ways: ['0', '1'],
    description: 'Chooses a branch by comparing values',
  },
  conditionAgent: {
    label: 'Condition Agent',
    type: 'ConditionAgent',
    version: 2,
    color: '#ff8fab',
    ways: ['0', '1'],
    description: 'Chooses a branch by letting a model match a scenario',
  },
  humanInput: {
    label: 'Human Input',
    type: 'HumanInput',
    version: 1,
    color: '#6E6EFD',
    ways: ['0', '1'],
    description: 'Pauses the flow until a person approves or rejects',
  },
  loop: {
    label: 'Loop',
    type: 'Loop',
    version: 1.2,
    color: '#FFA07A',
    ways: [],
    description: 'Returns to an earlier node, up to a limit',
  },
  iteration: {
    label: 'Iteration',
    type: 'Iteration',
    version: 1,
    color: '#9C89B8',
    description: 'Runs its nodes once for each item of a list',
  },
  tool: {
    label: 'Tool',
    type: 'Tool',
    version: 1.2,
    color: '#d4a373',
    description: 'Calls one tool with the values you set',
  },
  retriever: {
    label: 'Retriever',
    type: 'Retriever',
    version: 1.1,
    color: '#b8bedd',
    description: 'Searches document stores',
  },
  customFunction: {
    label: 'Custom Function',
    type: 'CustomFunction',
    version: 1.1,
    color: '#E4B7FF',
    description: 'Runs your JavaScript',
  },
  http: {
    label: 'HTTP',
    type: 'HTTP',
    version: 1.1,
    color: '#FF7F7F',
    description: 'Calls an API and passes on its response',
  },
  directReply: {
    label: 'Direct Reply',
    type: 'DirectReply',
    version: 1,
    color: '#4DDBBB',
    ways: [],
    description: 'Shows a message to the user and ends',
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

/** Step kinds of agent flows by name. Start is missing, since every flow has one already. */
export const stepTemplates: ReadonlyMap<string, NodeTemplate> = new Map(
  (Object.keys(stepForms) as (keyof typeof stepForms)[])
    .map(templateOf)
    .map((template) => [template.name, template]),
)

const inLanguages = new WeakMap<object, typeof stepTemplates>()

/** The templates in the current language; a stable map per language. */
export function shownStepTemplates(): typeof stepTemplates {
  const language = shownNodeTexts()
  if (!language) {
    return stepTemplates
  }
  const known =
    inLanguages.get(language) ??
    new Map([...stepTemplates].map(([name, template]) => [name, translateTemplate(template)]))
  inLanguages.set(language, known)
  return known
}

export function traitsOf(template: Pick<NodeTemplate, 'name'>): Pick<Step, 'color' | 'ways'> {
  return steps[template.name.replace(/Agentflow$/, '') as keyof typeof steps]
}
