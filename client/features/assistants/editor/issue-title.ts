import type { AssistantIssue } from '#shared/assistants.ts'

/** The heading of the field, or the name of the source or tool. */
export function titleOf({ field, label }: AssistantIssue, texts: { model: string; instruction: string }) {
  if (field === 'chatModel') {
    return texts.model
  }
  return field === 'instruction' ? texts.instruction : label
}
