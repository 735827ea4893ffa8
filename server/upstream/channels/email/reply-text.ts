import { Parser } from 'htmlparser2'

const MAX_TEXT = 32_000
/** Longer messages are read to here. */
const MAX_READ = 100_000
const MAX_HTML = 150_000

/** The line above a quoted message, in the languages of the common mail programs. */
const attributions = [
  /^On .{4,200} wrote:$/i,
  /^.{4,200} (şunu yazdı|tarihinde .{0,120}yazdı|wrote|schrieb.{0,120}|a écrit|escribió|ha scritto|escreveu|написал\(а\)|написал)\s?:$/i,
  /^(Am|Le|El|Il|Em) .{4,200}:$/,
]
/** Lines that begin a copy of the older message without marks. */
const separators = [
  /^-{2,} ?(original message|forwarded message|orijinal (i̇leti|ileti|mesaj)|ursprüngliche nachricht|message d.origine|mensaje original) ?-{2,}$/i,
  /^_{20,}$/,
]
const headerLine = /^\*?(from|kimden|gönderen|von|de|da):\*? .+/i
const headerBelow =
  /^\*?(sent|date|to|subject|gönderildi|tarih|kime|konu|gesendet|datum|an|envoyé|enviado|inviato):\*? ?/i
const isQuoted = (line: string) => /^\s*>/.test(line)
const isOwn = (line: string) => line.trim() !== '' && !isQuoted(line)

/** What the sender has written, without the older messages below it. Never empty where the text is not. */
export function cutQuotedTail(text: string): string {
  const whole = text
    .slice(0, MAX_READ)
    .replaceAll('\r\n', '\n')
    .replace(/[\u200b\ufeff]/g, '')
    .trim()
  const lines = whole.split('\n')
  const last = lines.findLastIndex(isOwn)
  const end = lines.findIndex((_, index) => isTail(lines, index, last))
  const own = end < 0 ? lines : lines.slice(0, end)
  const cut = withoutSignature(withoutLastQuote(own)).join('\n').trim()
  return (cut || withoutQuotes(lines) || whole).slice(0, MAX_TEXT)
}

/** Whether only older messages follow from here. `last`: the last line without a mark. */
function isTail(lines: readonly string[], index: number, last: number) {
  const line = (lines[index] ?? '').trim()
  if (separators.some((each) => each.test(line))) {
    return true
  }
  if (headerLine.test(line)) {
    return lines.slice(index + 1, index + 4).some((each) => headerBelow.test(each.trim()))
  }
  // Long attributions are wrapped over two lines.
  const joined = [line, (lines[index + 1] ?? '').trim()].join(' ').trim()
  const length = matchesAttribution(line) ? 1 : matchesAttribution(joined) && !isQuoted(joined) ? 2 : 0
  return length > 0 && last < index + length
}

function matchesAttribution(line: string) {
  return attributions.some((each) => each.test(line))
}

function withoutLastQuote(lines: readonly string[]) {
  const last = lines.findLastIndex(isOwn)
  return last < 0 ? [] : lines.slice(0, last + 1)
}

function withoutSignature(lines: readonly string[]) {
  const mark = lines.findIndex((line) => /^-- ?$/.test(line))
  return mark > 0 ? lines.slice(0, mark) : lines
}

/** For those who answer below the quoted message. */
function withoutQuotes(lines: readonly string[]) {
  return lines
    .filter((line) => !isQuoted(line) && !matchesAttribution(line.trim()))
    .join('\n')
    .trim()
}

const skipped: ReadonlySet<string> = new Set([
  'head',
  'style',
  'script',
  'title',
  'noscript',
  'template',
  'svg',
])
const blocks: ReadonlySet<string> = new Set([
  ...['p', 'div', 'tr', 'ul', 'ol', 'table', 'blockquote', 'pre', 'section', 'article', 'header', 'footer'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])
/** What mail programs put around the older message. */
const quoteClass = /\b(gmail_quote|gmail_attr|moz-cite-prefix|yahoo_quoted|protonmail_quote|zmail_extra)\b/
const quoteIds: ReadonlySet<string> = new Set([
  'divRplyFwdMsg',
  'appendonsend',
  'mail-editor-reference-message-container',
])

/** The text of an HTML message. From the first quoted message on, nothing is read. */
export function htmlToText(html: string): string {
  let out = ''
  let isOver = false
  /** Open elements whose text is not shown. */
  let skippedCount = 0
  const open: { name: string; href?: string; start: number }[] = []
  const breakLine = (gap: string) => {
    isOver ||= out.length > MAX_TEXT
    out = out === '' || isOver ? out : `${out.trimEnd()}${gap}`
  }
  /** From the text before an element. */
  function separate(name: string) {
    if (name === 'br') {
      out += '\n'
    } else if (name === 'li') {
      breakLine('\n')
      out += '- '
    } else if (blocks.has(name)) {
      breakLine(name === 'div' || name === 'tr' ? '\n' : '\n\n')
    }
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        isOver ||= out.trim() !== '' && isQuote(name, attributes)
        const { href } = attributes
        skippedCount += skipped.has(name) ? 1 : 0
        open.push({ name, start: out.length, ...(href && { href }) })
        separate(name)
      },
      ontext(text) {
        if (!isOver && skippedCount === 0) {
          const piece = text.replace(/\s+/g, ' ')
          out += /\s/.test(out.at(-1) ?? ' ') ? piece.trimStart() : piece
        }
      },
      onclosetag(name) {
        const frame = open.pop()
        skippedCount -= skipped.has(name) ? 1 : 0
        const label = frame && out.slice(frame.start).trim()
        if (frame?.href && /^https?:/.test(frame.href) && label && !isOver && label !== frame.href) {
          out += ` (${frame.href})`
        }
        if (blocks.has(name)) {
          breakLine('\n')
        }
      },
    },
    { decodeEntities: true },
  )
  parser.end(html.slice(0, MAX_HTML))
  return out
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function isQuote(name: string, { class: classes = '', id = '', type = '' }: Record<string, string>) {
  return quoteClass.test(classes) || quoteIds.has(id) || (name === 'blockquote' && type === 'cite')
}
