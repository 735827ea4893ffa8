export const autofixParser = {
  label: 'Autofix',
  type: 'boolean',
  description: 'Asks the model once more when its answer cannot be read.',
  optional: true,
} as const
