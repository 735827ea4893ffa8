/** One line of an answer, without the marks of its Markdown: links and pictures by their words. */
export function toPlainLine(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]{0,500})\]\([^)]{0,2000}\)?/g, '$1')
    .replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+)/gm, '')
    .replace(/\*\*|__|`{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
