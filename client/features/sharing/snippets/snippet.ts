import { toCurl } from './curl.ts'
import { toJavaScript } from './javascript.ts'
import { toPython } from './python.ts'
import type { ApiRequest, SnippetLanguage } from './request.ts'

const builders: Record<SnippetLanguage, (request: ApiRequest) => string> = {
  curl: toCurl,
  javascript: toJavaScript,
  python: toPython,
}

export function buildSnippet(language: SnippetLanguage, request: ApiRequest): string {
  return builders[language](request)
}
