import type { NodeDefinition } from '#server/engine/define-node.ts'
import { airtableAgent } from './airtable-agent.node.ts'
import { mistralAIToolAgent, openAIFunctionAgent, openAIToolAgent } from './calling-agents.ts'
import { conversationalAgent } from './conversational-agent.node.ts'
import { conversationalRetrievalToolAgent } from './conversational-retrieval-tool-agent.node.ts'
import { csvAgent } from './csv-agent.node.ts'
import { anthropicAgentLlamaIndex, openAIToolAgentLlamaIndex } from './llama-index-agents.ts'
import { openAIAssistant } from './open-ai-assistant.node.ts'
import { reactAgentChat } from './react-agent-chat.node.ts'
import { reactAgentLLM } from './react-agent-llm.node.ts'
import { toolAgent } from './tool-agent.node.ts'
import { xmlAgent } from './xml-agent.node.ts'

export const agents: NodeDefinition[] = [
  toolAgent,
  csvAgent,
  airtableAgent,
  conversationalAgent,
  reactAgentChat,
  reactAgentLLM,
  conversationalRetrievalToolAgent,
  xmlAgent,
  openAIToolAgent,
  openAIFunctionAgent,
  mistralAIToolAgent,
  openAIToolAgentLlamaIndex,
  anthropicAgentLlamaIndex,
]

export const assistants: NodeDefinition[] = [openAIAssistant]
