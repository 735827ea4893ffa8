import type { NodeDefinition } from '#server/engine/define-node.ts'
import { agentMemory } from './agent-memory.node.ts'
import { bufferMemory } from './buffer-memory.node.ts'
import { bufferWindowMemory } from './buffer-window-memory.node.ts'
import { conversationSummaryBufferMemory } from './conversation-summary-buffer-memory.node.ts'
import { conversationSummaryMemory } from './conversation-summary-memory.node.ts'
import { mem0 } from './mem0.node.ts'
import { RedisBackedChatMemory } from './redis-backed-chat-memory.node.ts'
import { upstashRedisBackedChatMemory } from './upstash-redis-backed-chat-memory.node.ts'
import { ZepMemory } from './zep-memory.node.ts'
import { ZepMemoryCloud } from './zep-memory-cloud.node.ts'

export const bufferMemories: NodeDefinition[] = [bufferMemory, bufferWindowMemory]

export const summaryMemories: NodeDefinition[] = [conversationSummaryMemory, conversationSummaryBufferMemory]

export const memoryServices: NodeDefinition[] = [
  ZepMemory,
  ZepMemoryCloud,
  mem0,
  RedisBackedChatMemory,
  upstashRedisBackedChatMemory,
]

export const agentMemories: NodeDefinition[] = [agentMemory]
