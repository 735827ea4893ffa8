import { callingAgent } from './calling-agents.ts'

export const openAIToolAgent = callingAgent({
  name: 'openAIToolAgent',
  label: 'OpenAI Tool Agent',
  version: 1,
  modelLabel: 'OpenAI/Azure Chat Model',
})
