import type { NodeDefinition } from '#server/engine/define-node.ts'
import { supervisor } from './supervisor.node.ts'
import { worker } from './worker.node.ts'

export const multiAgents: NodeDefinition[] = [supervisor, worker]
