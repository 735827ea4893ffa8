import { h } from './dom.ts'
import { type Icon, icon } from './icons.ts'

export function iconButton(name: Icon, label: string, onclick: () => unknown) {
  return h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick },
    icon(name),
  )
}
