import { defineNode } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import { buildConversation } from './conversation.ts'
import { countUsage, metadataOf, openModel } from './model-step.ts'
import { memoryInputs, modelChoice, prompt, rowsOf } from './step-inputs.ts'

const defaultSystem = `You choose which scenario fits an input. Follow the instructions, and answer only with JSON such as {"output": "<scenario>"}, where <scenario> is one of the given scenarios, word for word.`

export const conditionAgentAgentflow = defineNode({
  name: 'conditionAgentAgentflow',
  label: 'Condition Agent',
  version: 2,
  category: 'Agent Flows',
  description: 'Chooses a branch by letting a model match a scenario.',
  icon: 'conditionAgent',
  baseClasses: ['ConditionAgent'],
  branches: true,
  inputs: {
    conditionAgentModel: modelChoice,
    conditionAgentInstructions: prompt('Instructions', {}),
    conditionAgentInput: prompt('Input', { default: '{{ question }}' }),
    conditionAgentScenarios: {
      type: 'array',
      label: 'Scenarios',
      default: [{ scenario: '' }, { scenario: '' }],
      array: [{ name: 'scenario', label: 'Scenario', type: 'string' }],
    },
    ...memoryInputs('conditionAgent'),
    conditionAgentOverrideSystemPrompt: {
      type: 'boolean',
      label: 'Override System Prompt',
      default: false,
      optional: true,
    },
    conditionAgentSystemPrompt: prompt('Node System Prompt', {
      optional: true,
      show: { conditionAgentOverrideSystemPrompt: true },
    }),
  },
  // biome-ignore lint/correctness/useYield: it writes nothing, but every step is a generator
  async *step({ inputs, step, label }) {
    const started = step.now()
    const { model, total } = countUsage(await openModel(step, 'conditionAgentModel', label))
    const scenarios = rowsOf(inputs.conditionAgentScenarios).map(({ scenario }) => String(scenario ?? ''))
    const { conditionAgentInstructions: instructions, conditionAgentInput: input } = inputs
    const question = [
      `Instructions:\n${instructions}`,
      `Scenarios:\n${scenarios.map((scenario) => `- ${scenario}`).join('\n')}`,
      `Input:\n${input}`,
    ].join('\n\n')
    const { messages } = await buildConversation({
      ...{ step, model, rows: undefined, userMessage: question, question },
      memory: {
        isOn: inputs.conditionAgentEnableMemory,
        type: inputs.conditionAgentMemoryType,
        windowSize: inputs.conditionAgentMemoryWindowSize,
        maxTokens: inputs.conditionAgentMemoryMaxTokenLimit,
      },
    })
    const system = inputs.conditionAgentSystemPrompt || defaultSystem
    const pieces = model.stream({ system, messages, schema: schemaOf(scenarios) })
    let piece = await pieces.next()
    while (!piece.done) {
      piece = await pieces.next()
    }
    const chosen = findScenario(scenarios, readOutput(piece.value.text))
    if (chosen === undefined) {
      throw new AppError('MODEL_OUTPUT', `${label}: the model chose none of the scenarios.`)
    }
    return {
      value: {
        content: scenarios[chosen] ?? '',
        conditions: scenarios.map((output, index) => ({ output, isFulfilled: index === chosen })),
        ...metadataOf({ usage: total(), started, ended: step.now() }),
      },
      input: { input, instructions, scenarios },
      branches: [String(chosen)],
    }
  },
})

function schemaOf(scenarios: readonly string[]) {
  const output = { type: 'string', enum: [...scenarios] }
  return {
    name: 'scenario',
    schema: {
      ...{ type: 'object', properties: { output }, required: ['output'] },
      additionalProperties: false,
    },
  }
}

function readOutput(text: string): string {
  const json = /\{[\s\S]*\}/.exec(text)?.[0]
  const parsed = json === undefined ? undefined : parseJson(json)
  return isRecord(parsed) && typeof parsed.output === 'string' ? parsed.output : text
}

/** The same text, then the same without regard to case, then the most similar one that has anything in common. */
export function findScenario(scenarios: readonly string[], output: string): number | undefined {
  const exact = scenarios.indexOf(output)
  const loose = scenarios.findIndex((scenario) => toPlain(scenario) === toPlain(output))
  const scores = scenarios.map((scenario) => similarity(toPlain(scenario), toPlain(output)))
  const best = Math.max(0, ...scores)
  const found = [exact, loose, best > 0 ? scores.indexOf(best) : -1].find((index) => index >= 0)
  return found
}

function toPlain(text: string): string {
  return text.toLowerCase().trim()
}

/** Share of common pairs of letters (Sørensen–Dice), between 0 and 1. */
function similarity(first: string, second: string): number {
  const [a, b] = [pairsOf(first), pairsOf(second)]
  const common = [...a].reduce((sum, [pair, count]) => sum + Math.min(count, b.get(pair) ?? 0), 0)
  const total = Math.max(1, first.length - 1 + second.length - 1)
  return (2 * common) / total
}

function pairsOf(text: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>()
  for (let index = 0; index + 2 <= text.length; index += 1) {
    const pair = text.slice(index, index + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
