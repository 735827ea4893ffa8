import type { NodeDefinition } from '#server/engine/define-node.ts'
import { advancedStructuredOutputParser } from './advanced-structured-output-parser.node.ts'
import { csvOutputParser } from './csv-output-parser.node.ts'
import { customListOutputParser } from './custom-list-output-parser.node.ts'
import { structuredOutputParser } from './structured-output-parser.node.ts'

export const outputParsers: NodeDefinition[] = [
  csvOutputParser,
  customListOutputParser,
  structuredOutputParser,
  advancedStructuredOutputParser,
]
