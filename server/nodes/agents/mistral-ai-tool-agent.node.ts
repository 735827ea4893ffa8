import { callingAgent } from './calling-agents.ts'

export const mistralAIToolAgent = callingAgent({
  name: 'mistralAIToolAgent',
  label: 'MistralAI Tool Agent',
  version: 1,
  modelLabel: 'MistralAI Chat Model',
})
