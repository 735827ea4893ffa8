import { defineNode } from '#server/engine/define-node.ts'
import { buildConversation } from './conversation.ts'
import { openModel } from './model-step.ts'
import { prompt } from './step-inputs.ts'

const isFixed = { humanInputDescriptionType: 'fixed' }
const isDynamic = { humanInputDescriptionType: 'dynamic' }

export const humanInputAgentflow = defineNode({
  name: 'humanInputAgentflow',
  label: 'Human Input',
  version: 1,
  category: 'Agent Flows',
  description: 'Pauses the flow until a person approves or rejects.',
  icon: 'humanInput',
  baseClasses: ['HumanInput'],
  branches: true,
  inputs: {
    humanInputDescriptionType: {
      type: 'options',
      label: 'Description Type',
      options: [
        { name: 'fixed', label: 'Fixed' },
        { name: 'dynamic', label: 'Dynamic' },
      ],
    },
    humanInputDescription: prompt('Description', { show: isFixed }),
    humanInputModel: {
      type: 'asyncOptions',
      label: 'Model',
      loadMethod: 'listModels',
      loadConfig: true,
      show: isDynamic,
    },
    humanInputModelPrompt: prompt('Prompt', {
      default: 'Sum up what has been found out so far, and ask whether to go on.',
      show: isDynamic,
    }),
    humanInputEnableFeedback: { type: 'boolean', label: 'Enable Feedback', default: true },
    humanInputDeadlineMinutes: {
      type: 'number',
      label: 'Deadline',
      description: 'Minutes after which the default answer is given. Empty: waits without a limit.',
      min: 1,
      max: 525_600,
      optional: true,
    },
    humanInputFallback: {
      type: 'options',
      label: 'Default Answer',
      options: [
        { name: 'reject', label: 'Reject' },
        { name: 'proceed', label: 'Proceed' },
      ],
      default: 'reject',
      optional: true,
    },
  },
  async *step({ inputs, step, turn, label }) {
    const answered = step.answers.findLast(({ wait: { kind } }) => kind === 'human')
    if (answered) {
      const { wait, answer } = answered
      const isProceed = answer.type === 'proceed'
      const feedback = answer.feedback ?? ''
      return {
        value: {
          content: wait.text,
          humanInput: { type: isProceed ? 'proceed' : 'reject', startNodeId: '', feedback },
          conditions: [
            { type: 'proceed', isFulfilled: isProceed },
            { type: 'reject', isFulfilled: !isProceed },
          ],
        },
        input: { messages: [] },
        branches: [isProceed ? '0' : '1'],
        messages: [
          { role: 'assistant', content: wait.text },
          ...(feedback === '' ? [] : [{ role: 'user' as const, content: feedback }]),
        ],
      }
    }
    const text = inputs.humanInputDescription ?? (yield* describe())
    if (inputs.humanInputDescription !== undefined) {
      yield text
    }
    const { humanInputDeadlineMinutes: minutes, humanInputFallback: fallback = 'reject' } = inputs
    const deadline = minutes && new Date(step.now().getTime() + minutes * 60_000).toISOString()
    return {
      wait: {
        kind: 'human',
        text,
        labels: { proceed: 'Proceed', reject: 'Reject' },
        takesFeedback: inputs.humanInputEnableFeedback,
        ...(deadline && { deadline, fallback }),
      },
    }

    async function* describe(): AsyncGenerator<string, string> {
      const model = await openModel(step, 'humanInputModel', label)
      const { system, messages } = await buildConversation({
        ...{ step, model, rows: [], userMessage: inputs.humanInputModelPrompt, question: turn.question },
        memory: { isOn: true, type: 'allMessages', windowSize: undefined, maxTokens: undefined },
      })
      const { text: described } = yield* model.stream({ system, messages })
      return described
    }
  },
})
