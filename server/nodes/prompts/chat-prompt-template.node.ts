import { defineNode } from '#server/engine/define-node.ts'
import { makePrompt, promptValues } from './make-prompt.ts'
import { readMessages, withMessageClasses } from './message-history.ts'

export const chatPromptTemplate = defineNode({
  name: 'chatPromptTemplate',
  label: 'Chat Prompt Template',
  version: 2,
  category: 'Prompts',
  description: 'System and user message with {variables}.',
  icon: 'messages',
  baseClasses: ['ChatPromptTemplate', 'BaseChatPromptTemplate', 'BasePromptTemplate', 'Runnable'],

  inputs: {
    systemMessagePrompt: {
      label: 'System Message',
      type: 'string',
      rows: 4,
      placeholder: 'You translate from {from} to {to}.',
    },
    humanMessagePrompt: { label: 'Human Message', type: 'string', rows: 4, placeholder: '{text}' },
    promptValues,
    messageHistoryCode: {
      label: 'Messages History',
      type: 'code',
      description: 'JavaScript that returns messages to insert between the two.',
      optional: true,
      additionalParams: true,
    },
  },

  async build({ inputs, ports, label }) {
    const { systemMessagePrompt, humanMessagePrompt, messageHistoryCode = '' } = inputs
    const isCoded = messageHistoryCode.trim() !== ''
    const history = isCoded
      ? readMessages(
          (await ports.runCode({ code: withMessageClasses(messageHistoryCode), inputs: {} })).value,
          label,
        )
      : []
    return makePrompt(
      [
        { role: 'system', template: systemMessagePrompt },
        { role: 'user', template: humanMessagePrompt },
      ],
      inputs.promptValues,
      label,
      history,
    )
  },
})
