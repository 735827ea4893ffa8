import { defineNode } from '#server/engine/define-node.ts'
import { prompt } from './step-inputs.ts'

export const requestPersonAgentflow = defineNode({
  name: 'requestPersonAgentflow',
  label: 'Ask for a Person',
  version: 1,
  category: 'Agent Flows',
  description: 'Asks a person to take over the conversation, says so to the visitor, and ends.',
  icon: 'person',
  baseClasses: ['RequestPerson'],
  inputs: {
    requestPersonReason: prompt('Reason', {
      description: 'Shown to the person. Empty: the visitor’s message.',
      optional: true,
      default: '{{ question }}',
    }),
    requestPersonMessage: prompt('Message', {
      description: 'What the visitor reads while waiting.',
      default: 'I have asked a person to join. They will answer here as soon as they can.',
    }),
    requestPersonUnavailable: prompt('Message When Nobody Can Come', {
      description: 'For callers of the API, tests and evaluations.',
      default: 'Nobody can join this conversation.',
    }),
  },
  async *step({ inputs, ports }) {
    const reason = inputs.requestPersonReason ?? ''
    const request = await ports.effect({ name: 'person', args: { reason }, effect: 'keyed' }, () =>
      ports.requestPerson(reason),
    )
    const content = request === 'unavailable' ? inputs.requestPersonUnavailable : inputs.requestPersonMessage
    yield content
    return {
      value: { content, request },
      input: { reason },
      messages: [{ role: 'assistant', content }],
    }
  },
})
