import { defineNode } from '#server/engine/define-node.ts'
import { managing, recordInputs, usualTable } from './common-inputs.ts'

export const SQLiteRecordManager = defineNode({
  name: 'SQLiteRecordManager',
  label: 'SQLite Record Manager',
  version: 1.1,
  category: 'Record Manager',
  description:
    'Remembers on this server what a store was given, so that only what has changed is embedded and put in.',
  icon: 'database',
  baseClasses: ['SQLite RecordManager', 'RecordManager'],

  inputs: {
    additionalConfig: {
      label: 'Additional Connection Configuration',
      type: 'json',
      description: 'Kept for older flows: the records stand in a place of this server.',
      optional: true,
      additionalParams: true,
    },
    ...recordInputs,
  },

  build: ({ inputs, turn, ports }) => {
    const place = [inputs.tableName ?? usualTable, inputs.namespace ?? turn.flowId]
    return managing(inputs, (store) => ports.records(JSON.stringify([...place, store])))
  },
})
