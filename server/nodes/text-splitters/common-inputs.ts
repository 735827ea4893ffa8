export const chunkSize = {
  label: 'Chunk Size',
  type: 'number',
  description: 'Max chunk size in characters.',
  step: 1,
  min: 1,
  default: 1000,
  optional: true,
} as const

export const chunkOverlap = {
  label: 'Chunk Overlap',
  type: 'number',
  description: 'How much of the previous chunk each chunk repeats.',
  step: 1,
  min: 0,
  default: 200,
  optional: true,
} as const

export const splitByHeaders = {
  label: 'Split by Headers',
  type: 'options',
  description: 'Start a new chunk at each heading, down to this level.',
  options: [
    { label: 'Disabled', name: 'disabled' },
    { label: '# Headers (H1)', name: 'h1' },
    { label: '## Headers (H2)', name: 'h2' },
    { label: '### Headers (H3)', name: 'h3' },
    { label: '#### Headers (H4)', name: 'h4' },
    { label: '##### Headers (H5)', name: 'h5' },
    { label: '###### Headers (H6)', name: 'h6' },
  ],
  default: 'disabled',
  optional: true,
} as const
