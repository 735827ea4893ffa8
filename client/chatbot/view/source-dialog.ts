import type { Source } from '../state/sources.ts'
import { openDialog } from './dialog.ts'
import { h } from './dom.ts'
import type { View } from './view.ts'

export function openSource(view: View, { name, page, url, text }: Source) {
  const { texts } = view
  openDialog(view, {
    title: page ? texts.sourcePage(name, page) : name,
    content: [
      h('p', { class: 'passage plain', tabindex: 0 }, text),
      url !== undefined &&
        h('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }, texts.openSource),
    ],
  })
}
