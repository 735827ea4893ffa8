import { stripInputs } from '#client/components/strip-secrets.ts'
import type { Texts } from '#client/texts/texts.tsx'
import { type AssistantDetails, type AssistantPart, readAssistantDetails } from '#shared/assistants.ts'
import { isRecord, parseJson } from '#shared/json.ts'

export type FileIssue = keyof Texts['assistants']['custom']['fileIssues']

const MAX_BYTES = 5_000_000

export async function readAssistantFile(file: File): Promise<AssistantDetails | { issue: FileIssue }> {
  if (!/\.json$/i.test(file.name)) {
    return { issue: 'notJson' }
  }
  return file.size > MAX_BYTES ? { issue: 'tooLarge' } : readAssistant(await file.text())
}

/** Reads the form itself, a row of an export file, or the first custom assistant of a whole export. */
export function readAssistant(text: string): AssistantDetails | { issue: FileIssue } {
  const given = parseJson(text)
  if (given === undefined) {
    return { issue: 'unreadable' }
  }
  const details = isRecord(given) ? findDetails(given) : undefined
  return details ? readAssistantDetails(details) : { issue: 'noAssistant' }
}

function findDetails(given: Record<string, unknown>): string | undefined {
  const [first] = Array.isArray(given.AssistantCustom) ? given.AssistantCustom : []
  const row = isRecord(first) ? first : given
  if (typeof row.details === 'string') {
    return row.details
  }
  return 'chatModel' in row || 'instruction' in row ? JSON.stringify(row) : undefined
}

type Template = { name: string; inputs: readonly { name: string; type: string }[] }

/**
 * Without credentials, which belong to this installation, and without values of secret fields and uploads, as a flow is
 * exported. `templates` tell which fields these are.
 */
export function writeAssistantFile(
  { chatModel, tools, ...details }: AssistantDetails,
  templates: readonly Template[],
): string {
  const strip = ({ credential: _, inputs, ...part }: AssistantPart) => {
    const params = templates.find(({ name }) => name === part.name)?.inputs ?? []
    return { ...part, inputs: stripInputs(inputs, params) }
  }
  return JSON.stringify(
    { ...details, chatModel: chatModel && strip(chatModel), tools: tools.map(strip) },
    null,
    2,
  )
}
