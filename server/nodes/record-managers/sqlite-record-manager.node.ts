import { defineNode } from '#server/engine/define-node.ts'
import { defaultTable, managing, recordInputs } from './common-inputs.ts'

export const SQLiteRecordManager = defineNode({
  name: 'SQLiteRecordManager',
  label: 'SQLite Record Manager',
  version: 1.1,
  category: 'Record Manager',
  description: 'Tracks on this server what was upserted, so that only changes are embedded.',
  icon: 'database',
  baseClasses: ['SQLite RecordManager', 'RecordManager'],

  inputs: {
    additionalConfig: {
      label: 'Additional Connection Configuration',
      type: 'json',
      description: 'Legacy setting, no effect.',
      optional: true,
      additionalParams: true,
    },
    ...recordInputs,
  },

  build: ({ inputs, turn, ports }) => {
    const place = [inputs.tableName ?? defaultTable, inputs.namespace ?? turn.flowId]
    return managing(inputs, (store) => ports.records(JSON.stringify([...place, store])))
  },
})
