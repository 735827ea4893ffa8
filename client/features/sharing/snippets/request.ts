export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

export type ApiRequest = {
  url: string
  /** Bearer token; without one no Authorization header is sent. */
  key?: string | undefined
  question: string
  sessionId?: string | undefined
  streaming: boolean
  /** Name of the file to send; its presence makes the request a multipart form. */
  file?: string | undefined
  overrides: Record<string, Json>
}

export const languages = ['curl', 'javascript', 'python'] as const
export type SnippetLanguage = (typeof languages)[number]

export function toJsonBody({ question, sessionId, streaming, overrides }: ApiRequest): Record<string, Json> {
  const overrideConfig = { ...(sessionId && { sessionId }), ...overrides }
  return {
    question,
    ...(streaming && { streaming }),
    ...(Object.keys(overrideConfig).length > 0 && { overrideConfig }),
  }
}

/** The text fields of the same request as a multipart form; the file precedes them. */
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
