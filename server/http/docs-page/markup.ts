import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { escapeHtml } from '#shared/escape-html.ts'

export function markdown(text: string) {
  return micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }).replaceAll(
    '<table>',
    '<table class="prose">',
  )
}

export function inline(text: string) {
  return markdown(text).replace(/^<p>|<\/p>$/g, '')
}

export function code(value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`
}

export function slug(name: string) {
  return name.toLowerCase().replaceAll(/\W+/g, '-')
}
