import { iconButton } from './buttons.ts'
import { type Child, h } from './dom.ts'
import type { View } from './view.ts'

type Options = { title: string; content: readonly Child[]; onClose?: () => void }

/** Opens a modal dialog. Escape and a click beside it close it, and the focus returns to where it was. */
export function openDialog({ texts, signal, root }: View, { title, content, onClose }: Options) {
  const close = () => dialog.close()
  const dialog: HTMLDialogElement = h(
    'dialog',
    {
      'aria-label': title,
      onclose: () => {
        dialog.remove()
        onClose?.()
      },
      onclick: (event: MouseEvent) => event.target === dialog && close(),
    },
    h(
      'div',
      { class: 'dialog' },
      h('header', {}, h('h2', {}, title), iconButton('close', texts.close, close)),
      ...content,
    ),
  )
  root.append(dialog)
  signal.addEventListener('abort', close, { once: true })
  dialog.showModal()
  return { close }
}
