export const embeddings = { label: 'Embeddings', type: 'Embeddings' } as const

export const namespace = {
  label: 'Namespace',
  type: 'string',
  description: 'Keeps what is remembered under this name apart from the rest of the flow’s.',
  optional: true,
  additionalParams: true,
} as const
