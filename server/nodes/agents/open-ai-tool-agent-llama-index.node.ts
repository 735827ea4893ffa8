import { engineAgent } from './llama-index-agent.ts'

export const openAIToolAgentLlamaIndex = engineAgent({
  name: 'openAIToolAgentLlamaIndex',
  label: 'OpenAI Tool Agent',
  version: 2,
  kind: 'OpenAIToolAgent',
  modelLabel: 'OpenAI/Azure Chat Model',
})
