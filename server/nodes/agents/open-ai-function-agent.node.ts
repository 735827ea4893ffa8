import { callingAgent } from './calling-agents.ts'

export const openAIFunctionAgent = callingAgent({
  name: 'openAIFunctionAgent',
  label: 'OpenAI Function Agent',
  version: 4,
  modelLabel: 'OpenAI/Azure Chat Model',
})
