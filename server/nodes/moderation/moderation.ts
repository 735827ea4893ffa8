import type { NodeDefinition } from '#server/engine/define-node.ts'
import { inputModerationOpenAI } from './input-moderation-open-ai.node.ts'
import { inputModerationSimple } from './input-moderation-simple.node.ts'

export const moderation: NodeDefinition[] = [inputModerationSimple, inputModerationOpenAI]
