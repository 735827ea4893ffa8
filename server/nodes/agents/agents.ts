import type { NodeDefinition } from '#server/engine/define-node.ts'
import { airtableAgent } from './airtable-agent.node.ts'
import { anthropicAgentLlamaIndex } from './anthropic-agent-llama-index.node.ts'
import { conversationalAgent } from './conversational-agent.node.ts'
import { conversationalRetrievalToolAgent } from './conversational-retrieval-tool-agent.node.ts'
import { csvAgent } from './csv-agent.node.ts'
import { mistralAIToolAgent } from './mistral-ai-tool-agent.node.ts'
import { openAIAssistant } from './open-ai-assistant.node.ts'
import { openAIFunctionAgent } from './open-ai-function-agent.node.ts'
import { openAIToolAgent } from './open-ai-tool-agent.node.ts'
import { openAIToolAgentLlamaIndex } from './open-ai-tool-agent-llama-index.node.ts'
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
