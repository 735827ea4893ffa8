import { defineNode } from '#server/engine/define-node.ts'
import type { PersonRequest } from '#server/engine/ports.ts'
import { oneText, textOf } from './one-text.ts'

const results: Readonly<Record<PersonRequest, string>> = {
  requested: 'A person was notified and will answer in this conversation. Say so to the user.',
  pending: 'The user already waits for a person. Ask them for a little patience.',
  answered: 'A person answers in this conversation.',
  unavailable: 'No person can join this conversation. Say so to the user, and help as well as you can.',
}

export const requestPerson = defineNode({
  name: 'requestPerson',
  label: 'Ask for a Person',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent ask a person to take over the conversation. You are notified.',
  icon: 'person',
  baseClasses: ['RequestPerson', 'Tool'],

  inputs: {
    description: {
      label: 'Tool Description',
      type: 'string',
      rows: 3,
      description: 'When the model should call it.',
      default:
        'Asks a person of the team to join this conversation. Use it when the user wants to talk to a person, or when you cannot help.',
    },
  },

  build: ({ inputs, ports }) => ({
    name: 'ask_for_a_person',
    description: inputs.description,
    parameters: oneText('Why a person is needed, in one sentence, for the person who reads it', 'reason'),
    // A repeated call finds the visitor waiting.
    effect: 'keyed' as const,
    call: async (args) => ({ text: results[await ports.requestPerson(textOf(args, 'reason'))] }),
  }),
})
