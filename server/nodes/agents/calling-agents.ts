import { inputModeration, memory, systemMessage, tools } from './agent-inputs.ts'

/** Inputs of the tool agents that older files name by the maker of their model. Any model that calls tools serves them. */
export function callingInputs(modelLabel: string) {
  return {
    tools: { ...tools, label: 'Tools' },
    memory,
    model: { label: modelLabel, type: 'BaseChatModel', description: 'One that can call tools.' },
    systemMessage: systemMessage('You are a helpful assistant.'),
    inputModeration,
  } as const
}
