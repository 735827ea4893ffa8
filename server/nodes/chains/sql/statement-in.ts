/** Extracts the SQL statement from a model's reply: in a fence, after `SQLQuery:`, or between sentences. */
export function statementIn(text: string): string {
  const fenced = /```(?:\w+)?\s*\n?([\s\S]*?)```/.exec(text)?.[1] ?? text
  const named = /SQL\s*Query:\s*([\s\S]*?)(?:\n\s*SQL\s*Result:|$)/i.exec(fenced)?.[1] ?? fenced
  const from = /\b(?:select|with|values)\b[\s\S]*/i.exec(named)?.[0] ?? named
  return firstStatement(from).trim()
}

/** Cuts at the first semicolon outside strings, names and comments. */
function firstStatement(text: string): string {
  const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|;/g
  for (const found of text.matchAll(tokens)) {
    if (found[0] === ';') {
      return text.slice(0, found.index)
    }
  }
  return text
}
