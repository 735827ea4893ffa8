import { defineNode } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
import { makePrompt, promptValues } from './make-prompt.ts'

export const chatPromptTemplate = defineNode({
  name: 'chatPromptTemplate',
  label: 'Chat Prompt Template',
  version: 2,
  category: 'Prompts',
  description: 'What the model is told to be, and what it is asked, both with {variables} to fill in.',
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
      description: 'JavaScript that returns further messages, to stand between the two.',
      optional: true,
      additionalParams: true,
    },
  },

  build({ inputs, label }) {
    if (inputs.messageHistoryCode?.trim()) {
      throw new AppError(
        'INVALID_FLOW',
        `${label}: this server does not run JavaScript yet, so Messages History must be left empty.`,
      )
    }
    const { systemMessagePrompt, humanMessagePrompt } = inputs
    return makePrompt(
      [
        { role: 'system', template: systemMessagePrompt },
        { role: 'user', template: humanMessagePrompt },
      ],
      inputs.promptValues,
      label,
    )
  },
})
