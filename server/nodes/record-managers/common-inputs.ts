import type { RecordManager } from '#server/engine/handles.ts'
import type { StoreRecords } from '#server/engine/ports.ts'

const more = { optional: true, additionalParams: true } as const

export const recordInputs = {
  tableName: { label: 'Table Name', type: 'string', placeholder: 'upsertion_records', ...more },
  namespace: {
    label: 'Namespace',
    type: 'string',
    description: 'Separates the records of several stores. Empty: one set per flow.',
    ...more,
  },
  cleanup: {
    label: 'Cleanup',
    type: 'options',
    description: 'What to delete from the store on each upsert.',
    options: [
      { label: 'None', name: 'none', description: 'Deletes nothing.' },
      {
        label: 'Incremental',
        name: 'incremental',
        description: 'Deletes older chunks of the sources that were read. Every document needs a source.',
      },
      { label: 'Full', name: 'full', description: 'Deletes everything that was not read this time.' },
    ],
    default: 'none',
    additionalParams: true,
  },
  sourceIdKey: {
    label: 'Source ID Key',
    type: 'string',
    description: 'Metadata key that holds the source of a document.',
    default: 'source',
    placeholder: 'source',
    ...more,
  },
} as const

export const defaultTable = 'upsertion_records'

type Chosen = {
  readonly cleanup: RecordManager['cleanup']
  readonly sourceIdKey: string | undefined
}

export function managing(
  { cleanup, sourceIdKey = 'source' }: Chosen,
  recordsOf: (store: string) => StoreRecords,
): RecordManager {
  return { cleanup, sourceIdKey, recordsOf }
}
