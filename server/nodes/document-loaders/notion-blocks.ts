import type { Json } from '#server/engine/inputs.ts'
import { asList, asObject, type Found } from '#server/nodes/tools/search/search-json.ts'

type Format = (text: string, content: Found, numbered: number) => string

const kinds: Record<string, Format> = {
  paragraph: (text) => text,
  heading_1: (text) => `# ${text}`,
  heading_2: (text) => `## ${text}`,
  heading_3: (text) => `### ${text}`,
  bulleted_list_item: (text) => `- ${text}`,
  numbered_list_item: (text, _, numbered) => `${numbered}. ${text}`,
  to_do: (text, { checked }) => `- [${checked === true ? 'x' : ' '}] ${text}`,
  toggle: (text) => text,
  quote: (text) => `> ${text}`,
  callout: (text) => `> ${text}`,
  code: (text, { language }) => `\`\`\`${typeof language === 'string' ? language : ''}\n${text}\n\`\`\``,
  equation: (_, { expression }) => `$${String(expression ?? '')}$`,
  divider: () => '---',
  child_database: (_, { title }) => String(title ?? ''),
  bookmark: (_, { url }) => String(url ?? ''),
  embed: (_, { url }) => String(url ?? ''),
  link_preview: (_, { url }) => String(url ?? ''),
  table_row: (_, { cells }) =>
    `| ${(Array.isArray(cells) ? cells : []).map((cell) => textOf(cell)).join(' | ')} |`,
}

export function blockLine(block: Found, numbered: number): string | undefined {
  const kind = String(block.type)
  const content = asObject(block[kind]) ?? {}
  const format = kinds[kind]
  if (format) {
    return format(textOf(content.rich_text), content, numbered)
  }
  // Images, files and unknown blocks: the caption, if any.
  return textOf(content.caption) || undefined
}

export function textOf(rich: Json | undefined): string {
  return asList(rich)
    .map(({ plain_text: text }) => (typeof text === 'string' ? text : ''))
    .join('')
}
