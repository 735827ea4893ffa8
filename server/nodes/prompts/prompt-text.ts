type Part = { text: string } | { variable: string }

/** `{name}`: letters, digits and what people put between them. Anything else in braces is text, such as JSON. */
const variable = /\{\s*([\p{L}_$][\p{L}\p{N}_$. -]*?)\s*\}/uy

/**
 * A prompt's text, cut into words of its own and variables. `{name}` is a variable, `{{` and `}}` are braces. Braces
 * around anything that is no name stay as they are, so that JSON can be written into a prompt without further care.
 */
export function parsePrompt(template: string): Part[] {
  const parts: Part[] = []
  /** For each open brace that is text: how many characters close it. */
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

/** How many characters of the template one character of text takes. */
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
export function fillPrompt(parts: readonly Part[], getValue: (name: string) => string): string {
  return parts.map((part) => ('variable' in part ? getValue(part.variable) : part.text)).join('')
}
