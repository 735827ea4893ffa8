import { Parser } from 'htmlparser2'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { escapeHtml } from '#shared/escape-html.ts'

type Dialect = {
  escape(text: string): string
  /** What stands before and after the text of an element. */
  marks: Readonly<Record<string, readonly [string, string]>>
  link(text: string, url: string): string
}

const heading = (open: string, close: string) =>
  Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, [open, close] as const]))
const linkInText = (text: string, url: string) => (text === url ? url : `${text} (${url})`)

const telegram: Dialect = {
  escape: escapeHtml,
  marks: {
    ...heading('<b>', '</b>'),
    ...{ strong: ['<b>', '</b>'], em: ['<i>', '</i>'], del: ['<s>', '</s>'] },
    ...{
      code: ['<code>', '</code>'],
      pre: ['<pre>', '</pre>'],
      blockquote: ['<blockquote>', '</blockquote>'],
    },
  },
  link: (text, url) => `<a href="${escapeHtml(url)}">${text}</a>`,
}

const whatsapp: Dialect = {
  escape: (text) => text,
  marks: {
    ...heading('*', '*'),
    ...{ strong: ['*', '*'], em: ['_', '_'], del: ['~', '~'], code: ['`', '`'], pre: ['```\n', '\n```'] },
  },
  link: linkInText,
}

const plain: Dialect = { escape: (text) => text, marks: {}, link: linkInText }

/** HTML as Telegram reads it. */
export const toTelegramHtml = (markdown: string) => render(markdown, telegram)
export const toWhatsappText = (markdown: string) => render(markdown, whatsapp)

/** For platforms that show marks as they are. */
export const toPlainText = (markdown: string) => render(markdown, plain)

/** HTML for mail programs. Pictures become links: a program would load them unasked, from addresses of the text. */
export function toMailHtml(markdown: string) {
  const html = toHtml(markdown).replace(
    /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g,
    (_, url: string, label: string) => `<a href="${url}">${label || url}</a>`,
  )
  return `<!doctype html><html><body style="font-family:sans-serif;line-height:1.5">${html}</body></html>`
}

/** Raw HTML and unsafe addresses of the text become text: the parser escapes them. */
const toHtml = (markdown: string) => micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })

const blocks: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'pre', 'blockquote', 'table', 'hr'],
])

const gaps: Readonly<Record<string, string>> = { td: ' | ', th: ' | ', tr: '\n', br: '\n' }

type Frame = { name: string; start: number; url?: string; count?: number }

function render(markdown: string, dialect: Dialect): string {
  let out = ''
  const open: Frame[] = []
  const inPre = () => open.some(({ name }) => name === 'pre')

  /** What separates an element from the text before it. */
  function gapBefore(name: string): string {
    if (name === 'li') {
      return listMark()
    }
    const isAtStart = out === '' || out.endsWith('\n')
    return isAtStart ? '' : blocks.has(name) ? blockGap() : (gaps[name] ?? '')
  }

  function blockGap() {
    const isAfterMark = /(• |\d+\. |<blockquote>)$/.test(out)
    const isNested = open.some(({ name }) => name === 'li' || name === 'blockquote')
    return isAfterMark ? '' : isNested ? '\n' : '\n\n'
  }

  function begin(name: string, { href, start = '1' }: Record<string, string>) {
    out += gapBefore(name)
    const frame = { name, start: out.length, count: Number(start), ...(href && { url: href }) }
    out += name === 'code' && inPre() ? '' : (dialect.marks[name]?.[0] ?? '')
    open.push(frame)
  }

  function listMark() {
    const list = open.findLast(({ name }) => name === 'ul' || name === 'ol')
    const depth = open.filter(({ name }) => name === 'ul' || name === 'ol').length - 1
    const indent = '  '.repeat(Math.max(0, depth))
    const mark = list?.name === 'ol' ? `${list.count ?? 1}. ` : '• '
    if (list) {
      list.count = (list.count ?? 1) + 1
    }
    return `${out === '' || out.endsWith('\n') ? '' : '\n'}${indent}${mark}`
  }

  function end(name: string) {
    const frame = open.pop()
    // Code in a block has the marks of the block.
    if (!frame || (name === 'code' && inPre())) {
      return
    }
    if (name === 'a' && frame.url) {
      out = out.slice(0, frame.start) + dialect.link(out.slice(frame.start), frame.url)
      return
    }
    out = (name === 'pre' ? out.trimEnd() : out) + (name === 'hr' ? '—' : (dialect.marks[name]?.[1] ?? ''))
  }

  const parser = new Parser(
    {
      onopentag: begin,
      onclosetag: end,
      ontext(text) {
        const isBetween = text.trim() === '' && text.includes('\n') && !inPre()
        out += isBetween ? '' : dialect.escape(text)
      },
    },
    { decodeEntities: true },
  )
  parser.write(toHtml(markdown))
  parser.end()
  return out.trim()
}
