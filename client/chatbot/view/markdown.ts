import { micromark } from 'micromark'
import { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } from 'micromark-extension-gfm-autolink-literal'
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { iconButton } from './buttons.ts'
import { h } from './dom.ts'
import type { View } from './view.ts'

// Footnotes and task lists are left out: answers have none, and every page with the widget loads this.
const extensions = [gfmTable(), gfmStrikethrough(), gfmAutolinkLiteral()]
const htmlExtensions = [gfmTableHtml(), gfmStrikethroughHtml(), gfmAutolinkLiteralHtml()]

type Texts = Pick<View['texts'], 'image' | 'table' | 'code' | 'copyCode'>

/**
 * An answer as formatted text. It is untrusted: HTML in it stays text, only safe addresses become links, and
 * pictures become links too, because fetching one would tell its server of the conversation.
 */
export function renderMarkdown(text: string, texts: Texts): Node[] {
  try {
    return render(text, texts)
  } catch {
    // A page that allows no HTML to be parsed (Trusted Types).
    return text.split(/\n{2,}/).map((paragraph) => h('p', { class: 'plain' }, paragraph))
  }
}

function render(text: string, texts: Texts): Node[] {
  const html = micromark(text, { extensions, htmlExtensions })
  // A parsed document is inert: it loads nothing and runs nothing.
  const { body } = new DOMParser().parseFromString(trusted(html), 'text/html')
  for (const image of body.querySelectorAll('img')) {
    const href = image.getAttribute('src') ?? ''
    image.replaceWith(h('a', { href }, texts.image(image.alt || href)))
  }
  for (const link of body.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
  }
  for (const table of body.querySelectorAll('table')) {
    const frame = h('div', { class: 'wide', role: 'region', 'aria-label': texts.table, tabindex: 0 })
    table.replaceWith(frame)
    frame.append(table)
  }
  for (const code of body.querySelectorAll('pre')) {
    const text = code.textContent
    const frame = h('div', { class: 'code' })
    code.replaceWith(frame)
    code.tabIndex = 0
    code.role = 'region'
    code.ariaLabel = texts.code
    // A frame without the permission: the text can still be selected.
    const copy = () => navigator.clipboard.writeText(text).catch(() => undefined)
    frame.append(code, iconButton('copy', texts.copyCode, copy))
  }
  // Headings of an answer rank below those of the page.
  for (const heading of [...body.querySelectorAll('h1, h2, h3, h4')]) {
    const level = Math.min(Number(heading.tagName.slice(1)) + 2, 6) as 3 | 4 | 5 | 6
    heading.replaceWith(h(`h${level}`, {}, ...heading.childNodes))
  }
  return [...body.childNodes]
}

type Policy = { createHTML(html: string): string }
type Trusting = { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }
let policy: Policy | undefined

function trusted(html: string): string {
  const { trustedTypes } = globalThis as Trusting
  policy ??= trustedTypes?.createPolicy('flowtill-chat', { createHTML: (made) => made }) ?? {
    createHTML: (made) => made,
  }
  return policy.createHTML(html)
}
