export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** A request as the dialog shows it. Snippets and *Try it* are both made from this. */
export type ApiRequest = {
  /** Address of the prediction route. */
  url: string
  /** What follows `Bearer`; nothing is sent without it. */
  key?: string | undefined
  question: string
  sessionId?: string | undefined
  streaming: boolean
  /** Name of the file to send. The request is a form then. */
  file?: string | undefined
  overrides: Record<string, Json>
}

export const languages = ['curl', 'javascript', 'python'] as const
export type SnippetLanguage = (typeof languages)[number]

/** The body of the request as JSON. */
export function toJsonBody({ question, sessionId, streaming, overrides }: ApiRequest): Record<string, Json> {
  const overrideConfig = { ...(sessionId && { sessionId }), ...overrides }
  return {
    question,
    ...(streaming && { streaming }),
    ...(Object.keys(overrideConfig).length > 0 && { overrideConfig }),
  }
}

/** The text fields of the same request as a form, in which the file comes first. */
export function toFormFields({ question, sessionId, streaming, overrides }: ApiRequest): [string, string][] {
  return [
    ['question', question],
    ...(sessionId ? [['sessionId', sessionId] as [string, string]] : []),
    ...(streaming ? [['streaming', 'true'] as [string, string]] : []),
    ...(Object.keys(overrides).length > 0
      ? [['overrideConfig', JSON.stringify(overrides)] as [string, string]]
      : []),
  ]
}
