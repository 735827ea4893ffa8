import type { VisitorTexts } from '#client/texts/en/visitor-chat.ts'
import type { RejectedPage } from '#shared/visitor-chat.ts'
import { h } from './dom.ts'

/** Shown where a chat would be. */
export function showRejection(
  host: HTMLElement,
  { rejected, message, texts }: RejectedPage & { texts: VisitorTexts },
) {
  const { title, text } = texts[rejected]
  host.replaceChildren(
    h(
      'section',
      { class: 'rejection' },
      h('h1', {}, title),
      h('p', {}, message ? (texts.sentences[message] ?? message) : text),
      rejected === 'missing' && h('a', { href: '/' }, texts.missing.signIn),
    ),
  )
}
