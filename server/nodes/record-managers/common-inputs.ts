import type { RecordManager } from '#server/engine/handles.ts'
import type { StoreRecords } from '#server/engine/ports.ts'

const more = { optional: true, additionalParams: true } as const

/** Inputs that record managers share, under the names flow files know. */
export const recordInputs = {
  tableName: { label: 'Table Name', type: 'string', placeholder: 'upsertion_records', ...more },
  namespace: {
    label: 'Namespace',
    type: 'string',
    description: 'Keeps the records of several stores apart. The flow itself, when left empty.',
    ...more,
  },
  cleanup: {
    label: 'Cleanup',
    type: 'options',
    description: 'What is taken out of the store when it is filled again.',
    options: [
      { label: 'None', name: 'none', description: 'Nothing is taken out.' },
      {
        label: 'Incremental',
        name: 'incremental',
        description: 'Older pieces of the sources that were read. Every document must say its source.',
      },
      { label: 'Full', name: 'full', description: 'Everything that was not read this time.' },
    ],
    default: 'none',
    additionalParams: true,
  },
  sourceIdKey: {
    label: 'SourceId Key',
    type: 'string',
    description: 'The metadata in which a document says where it comes from.',
    default: 'source',
    placeholder: 'source',
    ...more,
  },
} as const

export const usualTable = 'upsertion_records'

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
