/** The statement in what a model has written: in a fence, behind `SQLQuery:`, or between sentences. */
export function statementIn(text: string): string {
  const fenced = /```(?:\w+)?\s*\n?([\s\S]*?)```/.exec(text)?.[1] ?? text
  const named = /SQL\s*Query:\s*([\s\S]*?)(?:\n\s*SQL\s*Result:|$)/i.exec(fenced)?.[1] ?? fenced
  const from = /\b(?:select|with|values)\b[\s\S]*/i.exec(named)?.[0] ?? named
  return firstStatement(from).trim()
}

/** Up to the first semicolon outside texts, names and comments. */
function firstStatement(text: string): string {
  const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|;/g
  for (const found of text.matchAll(tokens)) {
    if (found[0] === ';') {
      return text.slice(0, found.index)
    }
  }
  return text
}
