export const embeddings = { label: 'Embeddings', type: 'Embeddings' } as const

export const namespace = {
  label: 'Namespace',
  type: 'string',
  description: 'Separates these embeddings from the flow’s other cached embeddings.',
  optional: true,
  additionalParams: true,
} as const
