export const moderationErrorMessage = {
  label: 'Error Message',
  type: 'string',
  description: 'What is answered instead.',
  rows: 2,
  default: 'This question cannot be answered here: it goes against the rules of this chat.',
  optional: true,
} as const
