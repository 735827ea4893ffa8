/** Inputs that stores share. Their names are those in flow files. */
const more = { optional: true, additionalParams: true } as const

export const document = { label: 'Document', type: 'Document', list: true, optional: true } as const
export const embeddings = { label: 'Embeddings', type: 'Embeddings' } as const
export const recordManager = {
  label: 'Record Manager',
  type: 'RecordManager',
  description: 'Tracks what was upserted, so that only changes are embedded.',
  optional: true,
} as const
export const topK = {
  label: 'Top K',
  type: 'number',
  description: 'Number of chunks. Default: 4.',
  placeholder: '4',
  step: 1,
  min: 1,
  ...more,
} as const
export const fileUpload = {
  label: 'File Upload',
  type: 'boolean',
  description: 'Let visitors add files in a chat. Only that chat searches them.',
  ...more,
} as const
export const mmrInputs = {
  searchType: {
    label: 'Search Type',
    type: 'options',
    options: [
      { label: 'Similarity', name: 'similarity' },
      {
        label: 'Max Marginal Relevance',
        name: 'mmr',
        description: 'Similar to the question, but different from each other.',
      },
    ],
    default: 'similarity',
    ...more,
  },
  fetchK: {
    label: 'Fetch K (for MMR Search)',
    type: 'number',
    description: 'Number of candidate chunks. Default: 20.',
    placeholder: '20',
    step: 1,
    min: 1,
    ...more,
  },
  lambda: {
    label: 'Lambda (for MMR Search)',
    type: 'number',
    description: '1: only the most similar. 0: the most diverse.',
    placeholder: '0.5',
    step: 0.1,
    min: 0,
    max: 1,
    ...more,
  },
} as const
