type Part = { text: string } | { variable: string }

/**
 * `{name}` may contain letters, digits, spaces, `_`, `$`, `.` and `-`. Anything else in braces is text, such as
 * JSON.
 */
const variable = /\{\s*([\p{L}_$][\p{L}\p{N}_$. -]*?)\s*\}/uy

/**
 * Splits a template into text and variables. `{name}` is a variable; `{{` and `}}` are braces. Braces around
 * anything else are kept, so that a prompt can contain JSON unescaped.
 */
export function parsePrompt(template: string): Part[] {
  const parts: Part[] = []
  /** The width of the closing brace for each open brace that is text. */
  const open: number[] = []
  let text = ''
  let at = 0
  while (at < template.length) {
    const character = template[at] ?? ''
    const isDouble = template[at + 1] === character
    const name = character === '{' && !isDouble ? nameAt(template, at) : undefined
    if (name) {
      parts.push({ text }, { variable: name[1] ?? '' })
      text = ''
      at += name[0].length
    } else {
      const width = braceWidth(character, isDouble, open)
      text += character
      at += width
    }
  }
  return [...parts, { text }].filter((part) => !('text' in part) || part.text !== '')
}

/** The number of template characters that one character of text takes. */
function braceWidth(character: string, isDouble: boolean, open: number[]): number {
  if (character === '{') {
    open.push(isDouble ? 2 : 1)
    return isDouble ? 2 : 1
  }
  if (character !== '}') {
    return 1
  }
  const width = open.pop() ?? 2
  return isDouble ? width : 1
}

function nameAt(template: string, at: number) {
  variable.lastIndex = at
  return variable.exec(template)
}

export function variablesIn(parts: readonly Part[]): string[] {
  return [...new Set(parts.flatMap((part) => ('variable' in part ? [part.variable] : [])))]
}

/** Values are not parsed again: their braces are text. */
export function formatPrompt(parts: readonly Part[], getValue: (name: string) => string): string {
  return parts.map((part) => ('variable' in part ? getValue(part.variable) : part.text)).join('')
}
