/** Inputs that embedding models share, under the names flow files know. */
const more = { optional: true, additionalParams: true } as const

export const stripNewLines = {
  label: 'Strip New Lines',
  type: 'boolean',
  description: 'Some older models read line ends as noise.',
  ...more,
} as const

export const batchSize = {
  label: 'Batch Size',
  type: 'number',
  description: 'How many texts go in one call.',
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
  description: 'Address of another server with the same protocol. Needs a credential of your own.',
  ...more,
} as const

export const baseOptions = {
  label: 'BaseOptions',
  type: 'json',
  description: 'Further request headers.',
  ...more,
} as const

export const dimensions = {
  label: 'Dimensions',
  type: 'number',
  description: 'Length of the vectors, for models that let you choose.',
  step: 1,
  min: 1,
  ...more,
} as const

/** A name with what the provider says of it left out. */
export function toChoices(names: readonly string[]) {
  return names.map((name) => ({ label: name, name }))
}
