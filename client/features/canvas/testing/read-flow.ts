import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeNode } from '#server/engine/describe-node.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import type { Templates } from '../graph/flow-graph.ts'

export const flowNames = ['conversation', 'drifted', 'strange'] as const

/** One of our own flow files, written in the form other editors write. */
export function readFlow(name: (typeof flowNames)[number]): string {
  return readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')
}

/** The product's own kinds of node, as the palette receives them. */
export const productTemplates: Templates = new Map(
  [...catalogue.values()].map((node) => [node.name, describeNode(node)]),
)
