import type { NodeDefinition } from '#server/engine/define-node.ts'
import { contextChatEngine } from './context-chat-engine.node.ts'
import { queryEngine } from './query-engine.node.ts'
import { queryEngineToolLlamaIndex } from './query-engine-tool.node.ts'
import { simpleChatEngine } from './simple-chat-engine.node.ts'
import { subQuestionQueryEngine } from './sub-question-query-engine.node.ts'

export const engines: NodeDefinition[] = [
  contextChatEngine,
  queryEngineToolLlamaIndex,
  queryEngine,
  simpleChatEngine,
  subQuestionQueryEngine,
]
