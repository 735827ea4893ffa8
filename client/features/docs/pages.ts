import type { Language } from '#client/texts/texts.tsx'

/** Groups and pages in the order of the menu. A page is `pages/<language>/<name>.md`. */
export const pageGroups = [
  { id: 'start', pages: ['first-flow', 'wallet', 'publish'] },
  { id: 'build', pages: ['nodes', 'knowledge', 'assistants'] },
  { id: 'connect', pages: ['api', 'errors', 'embedding', 'channels', 'messages'] },
  { id: 'operate', pages: ['self-hosting', 'monitoring', 'backup', 'security'] },
] as const
export type PageName = (typeof pageGroups)[number]['pages'][number]
export const pageNames: readonly PageName[] = pageGroups.flatMap(({ pages }) => [...pages])
export const firstPage: PageName = 'first-flow'

export function isPageName(name: string): name is PageName {
  return (pageNames as readonly string[]).includes(name)
}

const sources = import.meta.glob<string>('./pages/*/*.md', { query: '?raw', import: 'default' })

export async function loadPage(language: Language, name: PageName): Promise<Page> {
  const load = sources[`./pages/${language}/${name}.md`]
  if (!load) {
    throw new Error(`There is no page ${name} in ${language}.`)
  }
  return parsePage(name, await load())
}

/** Every page of a language, for the search. */
export function loadPages(language: Language): Promise<Page[]> {
  return Promise.all(pageNames.map((name) => loadPage(language, name)))
}

const snippetLanguages = ['curl', 'javascript', 'python'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]
export type Snippet = { language: SnippetLanguage; code: string }
/** Markdown, or the same request in several languages. */
export type Block = { text: string } | { snippets: Snippet[] }
type Section = { id: string; level: 2 | 3; title: string; blocks: Block[] }
export type Page = { name: PageName; title: string; lead: Block[]; sections: Section[] }

const heading = /^(#{1,3}) (.+?)(?: \{#([\w-]+)\})?$/

/** Headings carry their anchor, `## Title {#anchor}`, so that links hold in every language. */
export function parsePage(name: PageName, markdown: string): Page {
  const [{ title = '', lines: lead = [] } = {}, ...rest] = splitAtHeadings(markdown)
  const sections = rest.map(({ id, level, title, lines }) => ({ id, level, title, blocks: toBlocks(lines) }))
  return { name, title, lead: toBlocks(lead), sections }
}

type Part = Pick<Section, 'id' | 'level' | 'title'> & { lines: string[] }

/** A line in a code block is no heading, whatever it begins with. */
function splitAtHeadings(markdown: string): Part[] {
  const parts: Part[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    isCode = line.startsWith('```') ? !isCode : isCode
    const match = isCode ? null : heading.exec(line)
    if (match) {
      const [, marks = '', title = '', id = ''] = match
      parts.push({ id, level: marks.length === 3 ? 3 : 2, title, lines: [] })
    } else {
      parts.at(-1)?.lines.push(line)
    }
  }
  return parts
}

const fence = /^```(\w+)\n([\s\S]*?)\n```$/gm

/** Fenced code in a language of snippets is taken out; neighbors become one block. */
function toBlocks(lines: readonly string[]): Block[] {
  const markdown = lines.join('\n')
  const blocks: Block[] = []
  let end = 0
  const addText = (text: string) => text.trim() !== '' && blocks.push({ text: text.trim() })
  for (const match of markdown.matchAll(fence)) {
    const language = snippetLanguages.find((each) => each === match[1])
    if (language) {
      addText(markdown.slice(end, match.index))
      const last = blocks.at(-1)
      const snippet = { language, code: match[2] ?? '' }
      if (last && 'snippets' in last) {
        last.snippets.push(snippet)
      } else {
        blocks.push({ snippets: [snippet] })
      }
      end = match.index + match[0].length
    }
  }
  addText(markdown.slice(end))
  return blocks
}

/** Placeholders of the snippets, replaced by this installation's address and a chosen flow. */
export const placeholders = { address: 'https://flowtill.example.com', flow: 'YOUR_FLOW_ID' } as const

export function substitutePlaceholders(code: string, { address, flow }: { address: string; flow: string }) {
  return code.replaceAll(placeholders.address, address).replaceAll(placeholders.flow, flow)
}
