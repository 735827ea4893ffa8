import type { NodeDefinition } from '#server/engine/define-node.ts'
import { chatPromptTemplate } from './chat-prompt-template.node.ts'
import { fewShotPromptTemplate } from './few-shot-prompt-template.node.ts'
import { promptRetriever } from './prompt-retriever.node.ts'
import { promptTemplate } from './prompt-template.node.ts'

export const prompts: NodeDefinition[] = [promptTemplate, chatPromptTemplate]

export const promptsWithExamples: NodeDefinition[] = [fewShotPromptTemplate, promptRetriever]
