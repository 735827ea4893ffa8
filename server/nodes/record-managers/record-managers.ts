import type { NodeDefinition } from '#server/engine/define-node.ts'
import { postgresRecordManager } from './postgres-record-manager.node.ts'
import { SQLiteRecordManager } from './sqlite-record-manager.node.ts'

export const recordManagers: NodeDefinition[] = [SQLiteRecordManager, postgresRecordManager]
