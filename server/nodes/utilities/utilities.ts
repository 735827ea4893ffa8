import type { NodeDefinition } from '#server/engine/define-node.ts'
import { customFunction } from './custom-function.node.ts'
import { getVariable } from './get-variable.node.ts'
import { ifElseFunction } from './if-else-function.node.ts'
import { setVariable } from './set-variable.node.ts'
import { stickyNote } from './sticky-note.node.ts'

export const utilities: NodeDefinition[] = [customFunction, ifElseFunction, setVariable, getVariable]

export const notes: NodeDefinition[] = [stickyNote]
