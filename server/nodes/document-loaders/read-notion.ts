import type { Document } from '#server/engine/handles.ts'
import { markMarkdown } from '#server/engine/headings.ts'
import type { Json } from '#server/engine/inputs.ts'
import { asList, asObject, type Found } from '#server/nodes/tools/search/search-json.ts'
import { AppError } from '#shared/errors.ts'
import { characterBudget } from './character-budget.ts'
import { blockLine } from './notion-blocks.ts'
import { propertiesOf } from './notion-properties.ts'
import { requestService } from './request-service.ts'

type Notion = { token: string; fetch: typeof globalThis.fetch; signal: AbortSignal }

const api = 'https://api.notion.com/v1'
const version = '2022-06-28'
const pageSize = 100
const maxPages = 500
const deepest = 8

export async function readNotionPage(link: string, notion: Notion): Promise<Document[]> {
  const found: Document[] = []
  const spend = characterBudget()
  const waiting = [idIn(link)]
  const seen = new Set(waiting)
  for (let id = waiting.shift(); id !== undefined && found.length < maxPages; id = waiting.shift()) {
    const page = await request(notion, `/pages/${id}`)
    const subpages: string[] = []
    const read = await readPage(page, notion, subpages, false)
    spend(read.pageContent)
    found.push(markMarkdown(read))
    for (const child of subpages) {
      if (!seen.has(child)) {
        seen.add(child)
        waiting.push(child)
      }
    }
  }
  return found
}

export async function readNotionDatabase(link: string, notion: Notion): Promise<Document[]> {
  const rows: Found[] = []
  const url = `/databases/${idIn(link)}/query`
  for (let cursor: Json | undefined; rows.length < maxPages; ) {
    const body = { page_size: pageSize, ...(cursor !== undefined && { start_cursor: cursor }) }
    const answer = await request(notion, url, body)
    rows.push(...asList(answer.results))
    cursor = answer.next_cursor ?? undefined
    if (cursor === undefined) {
      break
    }
  }
  const documents: Document[] = []
  const spend = characterBudget()
  for (const row of rows.slice(0, maxPages)) {
    const read = await readPage(row, notion, [], true)
    spend(read.pageContent)
    documents.push(markMarkdown(read))
  }
  return documents
}

async function readPage(
  page: Found,
  notion: Notion,
  subpages: string[],
  hasHeader: boolean,
): Promise<Document> {
  const id = String(page.id)
  const { title, values } = propertiesOf(asObject(page.properties) ?? {})
  const lines = await readBlocks(id, notion, subpages, 0)
  const header = hasHeader
    ? `---\n${Object.entries(values)
        .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join('\n')}\n---\n\n`
    : ''
  return {
    pageContent: `${header}${title ? `# ${title}\n\n` : ''}${lines.join('\n')}`.trim(),
    metadata: {
      source: typeof page.url === 'string' ? page.url : id,
      notionId: id,
      title,
      ...(hasHeader && { properties: values }),
      ...(typeof page.last_edited_time === 'string' && { lastEdited: page.last_edited_time }),
    },
  }
}

/** Returns Markdown, one line per block. Child pages are collected in `below`, not read. */
async function readBlocks(id: string, notion: Notion, subpages: string[], depth: number): Promise<string[]> {
  const lines: string[] = []
  let numbered = 0
  for (let cursor: Json | undefined; ; ) {
    const query = { page_size: pageSize, ...(typeof cursor === 'string' && { start_cursor: cursor }) }
    const answer = await request(notion, `/blocks/${id}/children`, undefined, query)
    for (const block of asList(answer.results)) {
      numbered = block.type === 'numbered_list_item' ? numbered + 1 : 0
      lines.push(...(await readBlock(block, { notion, subpages, depth, numbered })))
    }
    cursor = answer.next_cursor ?? undefined
    if (cursor === undefined) {
      return lines
    }
  }
}

type Place = { notion: Notion; subpages: string[]; depth: number; numbered: number }

async function readBlock(block: Found, { notion, subpages, depth, numbered }: Place): Promise<string[]> {
  if (block.type === 'child_page') {
    subpages.push(String(block.id))
    return []
  }
  const line = blockLine(block, numbered)
  const hasChildren = block.has_children === true && block.type !== 'child_database' && depth < deepest
  const children = hasChildren ? await readBlocks(String(block.id), notion, subpages, depth + 1) : []
  const inset =
    line !== undefined && block.type !== 'table' ? children.map((child) => `  ${child}`) : children
  return [...(line === undefined ? [] : [line]), ...inset]
}

function request(
  { token, fetch, signal }: Notion,
  path: string,
  body?: Json,
  query: Record<string, string | number> = {},
) {
  const headers = { authorization: `Bearer ${token}`, 'notion-version': version }
  return requestService({ name: 'Notion', fetch, headers, signal }, api + path, {
    query,
    ...(body !== undefined && { body }),
  })
}

/** Accepts a URL that ends with the id, or the id itself. */
function idIn(text: string): string {
  const path = text.trim().split(/[?#]/)[0] ?? ''
  const hex = /[\da-f]{32}$/i.exec(path.replaceAll('-', ''))?.[0]
  if (hex === undefined) {
    throw new AppError('INVALID_FLOW', `"${text}" is not the id of anything in Notion.`)
  }
  return hex.toLowerCase()
}
