import type { NodeDefinition } from '#server/engine/define-node.ts'
import { compactrefineLlamaIndex } from './compact-refine.node.ts'
import { refineLlamaIndex } from './refine.node.ts'
import { simpleResponseBuilderLlamaIndex } from './simple-response-builder.node.ts'
import { treeSummarizeLlamaIndex } from './tree-summarize.node.ts'

export const responseSynthesizers: NodeDefinition[] = [
  compactrefineLlamaIndex,
  refineLlamaIndex,
  simpleResponseBuilderLlamaIndex,
  treeSummarizeLlamaIndex,
]
