export const moderationErrorMessage = {
  label: 'Error Message',
  type: 'string',
  description: 'Reply to a blocked message.',
  rows: 2,
  default: 'This question cannot be answered here: it goes against the rules of this chat.',
  optional: true,
} as const
