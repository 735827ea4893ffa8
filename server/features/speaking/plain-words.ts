/** Maximum a speech service reads in one piece. */
const MAX_CHARACTERS = 4_096
/** Maximum of Markdown characters searched for that text. */
const MAX_MARKDOWN = 20_000

/**
 * The text of a Markdown answer to be read aloud: no marks, URLs, code or table bars. Cut after the last whole
 * sentence that fits.
 */
export function plainWords(markdown: string): string {
  const words = withoutCode(markdown.slice(0, MAX_MARKDOWN).split('\n'))
    .filter((line) => !isRule(line))
    .map(plainLine)
    .filter((line) => line !== '')
    .join('\n')
  return shorten(words)
}

function withoutCode(lines: readonly string[]) {
  let fence: string | undefined
  return lines.filter((line) => {
    const [, mark] = /^\s{0,3}(```|~~~)/.exec(line) ?? []
    const isCode = fence !== undefined || mark !== undefined
    fence = mark === undefined ? fence : fence === undefined ? mark : mark === fence ? undefined : fence
    return !isCode
  })
}

function isRule(line: string) {
  return /^[\s:|*_-]+$/.test(line)
}

function plainLine(line: string) {
  return line
    .replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+)/, '')
    .replaceAll(/!?\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
    .replaceAll(/<?https?:\/\/[^\s>)]+>?/g, ' ')
    .replaceAll(/<\/?[a-z][^<>]{0,300}>/gi, ' ')
    .replaceAll('|', ' ')
    .replaceAll(/(?<!\S)[*_`~]+|[*_`~]+(?=[\s.,;:!?)]|$)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function shorten(words: string) {
  const characters = [...words]
  if (characters.length <= MAX_CHARACTERS) {
    return words
  }
  const head = characters.slice(0, MAX_CHARACTERS).join('')
  const end = Math.max(...['. ', '! ', '? ', '\n'].map((mark) => head.lastIndexOf(mark)))
  return (end > head.length / 2 ? head.slice(0, end + 1) : head).trim()
}
