import type { NodeTexts } from '../../node-texts.ts'
import { agentFlows } from './agent-flows.ts'
import { agentTriggers } from './agent-triggers.ts'
import { agents } from './agents.ts'
import { cache } from './cache.ts'
import { chains } from './chains.ts'
import { chatModels } from './chat-models.ts'
import { chips } from './chips.ts'
import { common } from './common.ts'
import { credentials } from './credentials.ts'
import { documentLoaders } from './document-loaders.ts'
import { embeddings } from './embeddings.ts'
import { engine } from './engine.ts'
import { labels } from './labels.ts'
import { llms } from './llms.ts'
import { memory } from './memory.ts'
import { moderation } from './moderation.ts'
import { outputParsers } from './output-parsers.ts'
import { outputs } from './outputs.ts'
import { prompts } from './prompts.ts'
import { recordManager } from './record-manager.ts'
import { responseSynthesizer } from './response-synthesizer.ts'
import { retrievers } from './retrievers.ts'
import { sequentialAgents } from './sequential-agents.ts'
import { textSplitters } from './text-splitters.ts'
import { tools } from './tools.ts'
import { utilities } from './utilities.ts'
import { vectorStores } from './vector-stores.ts'

export const trNodes: NodeTexts = {
  language: 'tr',
  labels,
  texts: {
    ...chatModels,
    ...common,
    ...chips,
    ...llms,
    ...chains,
    ...memory,
    ...prompts,
    ...outputParsers,
    ...outputs,
    ...moderation,
    ...retrievers,
    ...cache,
    ...agents,
    ...tools,
    ...utilities,
    ...agentFlows,
    ...agentTriggers,
    ...sequentialAgents,
    ...embeddings,
    ...textSplitters,
    ...documentLoaders,
    ...vectorStores,
    ...engine,
    ...responseSynthesizer,
    ...recordManager,
    ...credentials,
  },
}
