import { engineAgent } from './llama-index-agent.ts'

export const anthropicAgentLlamaIndex = engineAgent({
  name: 'anthropicAgentLlamaIndex',
  label: 'Anthropic Agent',
  version: 1,
  kind: 'AnthropicAgent',
  modelLabel: 'Anthropic Claude Model',
})
