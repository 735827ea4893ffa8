/** Inputs that stores share, under the names flow files know. */
const more = { optional: true, additionalParams: true } as const

export const document = { label: 'Document', type: 'Document', list: true, optional: true } as const
export const embeddings = { label: 'Embeddings', type: 'Embeddings' } as const
export const recordManager = {
  label: 'Record Manager',
  type: 'RecordManager',
  description: 'Keeps count of what was put in, so that only what has changed is embedded again.',
  optional: true,
} as const
export const topK = {
  label: 'Top K',
  type: 'number',
  description: 'How many pieces are found. Four, when left empty.',
  placeholder: '4',
  step: 1,
  min: 1,
  ...more,
} as const
export const fileUpload = {
  label: 'File Upload',
  type: 'boolean',
  description: 'Let people add files in a chat, found in that chat alone.',
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
        description: 'Near the question, and unlike each other.',
      },
    ],
    default: 'similarity',
    ...more,
  },
  fetchK: {
    label: 'Fetch K (for MMR Search)',
    type: 'number',
    description: 'From how many pieces to choose. Twenty, when left empty.',
    placeholder: '20',
    step: 1,
    min: 1,
    ...more,
  },
  lambda: {
    label: 'Lambda (for MMR Search)',
    type: 'number',
    description: '1: nearest alone. 0: as unlike as can be.',
    placeholder: '0.5',
    step: 0.1,
    min: 0,
    max: 1,
    ...more,
  },
} as const
