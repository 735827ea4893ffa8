import { Parser } from 'htmlparser2'
import { isRecord } from '#shared/json.ts'
import type { Json } from '../inputs.ts'

/** Fields with variables are stored as the HTML of Flowise's editor, or as text. */
const editorHtml = /^\s*<(?:p|h[1-6]|ul|ol|pre|blockquote|div)[\s>]/i

export const isEditorHtml = (text: string) => editorHtml.test(text)

const marks: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '_', i: '_', code: '`', s: '~~' }
const blocks: ReadonlySet<string> = new Set([
  'p',
  'div',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])

/** Markdown of every string that holds editor HTML; other values unchanged. */
export function toPlainText(value: Json): Json {
  if (typeof value === 'string') {
    return isEditorHtml(value) ? toMarkdown(value) : value
  }
  if (Array.isArray(value)) {
    return value.map(toPlainText)
  }
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlainText(item as Json)]))
    : value
}

function toMarkdown(html: string): string {
  let text = ''
  const lists: { isOrdered: boolean; count: number }[] = []
  const openItem = () => {
    const list = lists.at(-1)
    if (list) {
      list.count += 1
      const indent = '  '.repeat(lists.length - 1)
      text = `${endLine(text)}${indent}${list.isOrdered ? `${list.count}.` : '-'} `
    }
  }
  const parser = new Parser({
    onopentag(name) {
      if (name === 'ul' || name === 'ol') {
        lists.push({ isOrdered: name === 'ol', count: 0 })
      } else if (name === 'li') {
        openItem()
      } else {
        text += opening(name)
      }
    },
    ontext(piece) {
      text += piece
    },
    onclosetag(name) {
      text += marks[name] ?? ''
      if (name === 'ul' || name === 'ol') {
        lists.pop()
      }
      if (blocks.has(name)) {
        text = endLine(text)
      }
    },
  })
  parser.end(html)
  return text.replaceAll('\u00a0', ' ').trim()
}

function opening(name: string): string {
  if (name === 'br') {
    return '\n'
  }
  return /^h[1-6]$/.test(name) ? `${'#'.repeat(Number(name[1]))} ` : (marks[name] ?? '')
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
