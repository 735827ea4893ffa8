const more = { optional: true, additionalParams: true } as const

export const stripNewLines = {
  label: 'Strip New Lines',
  type: 'boolean',
  description: 'Line breaks reduce the quality of some older models.',
  ...more,
} as const

export const batchSize = {
  label: 'Batch Size',
  type: 'number',
  description: 'Texts per request.',
  step: 1,
  min: 1,
  ...more,
} as const

export const timeout = {
  label: 'Timeout',
  type: 'number',
  description: 'Milliseconds.',
  step: 1,
  min: 1,
  ...more,
} as const

export const basepath = {
  label: 'BasePath',
  type: 'string',
  description: 'Base URL of a compatible server. Needs your own credential.',
  ...more,
} as const

export const baseOptions = {
  label: 'BaseOptions',
  type: 'json',
  description: 'Additional request headers.',
  ...more,
} as const

export const dimensions = {
  label: 'Dimensions',
  type: 'number',
  description: 'Length of the vectors, if the model supports it.',
  step: 1,
  min: 1,
  ...more,
} as const

export const openAIEmbeddingModels = [
  'text-embedding-3-large',
  'text-embedding-3-small',
  'text-embedding-ada-002',
] as const
