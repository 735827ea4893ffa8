export const autofixParser = {
  label: 'Autofix',
  type: 'boolean',
  description: 'Retry once if the answer cannot be parsed.',
  optional: true,
} as const
