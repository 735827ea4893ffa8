/** Text, or parts: Mistral's reasoning models send `thinking` parts, which contain parts again. */
export type Content = string | Part[] | null
type Part = { type?: string; text?: string | null; thinking?: Part[] | null }

/** Text and reasoning. Other parts (references, sources) are skipped. */
export function readContent(content: Content | undefined): { text: string; thought: string } {
  if (!Array.isArray(content)) {
    return { text: typeof content === 'string' ? content : '', thought: '' }
  }
  return {
    text: content.map(textOf).join(''),
    thought: content
      .flatMap(({ thinking }) => (Array.isArray(thinking) ? thinking.map(textOf) : []))
      .join(''),
  }
}

function textOf({ type, text }: Part) {
  return type === 'text' && typeof text === 'string' ? text : ''
}
