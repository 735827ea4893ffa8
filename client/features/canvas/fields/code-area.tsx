import { type KeyboardEvent, type TextareaHTMLAttributes, useRef } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> & {
  value: string
  onText: (text: string) => void
}

/** A monospaced text. Tab indents; after Escape it leaves, so that nobody is caught in it. */
export function CodeArea({ onText, onKeyDown, ...area }: Props) {
  const { nodes } = useTexts()
  const leaving = useRef(false)

  function onKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    onKeyDown?.(event)
    if (event.key === 'Escape' && !leaving.current) {
      leaving.current = true
      event.stopPropagation()
      event.nativeEvent.stopPropagation()
      return
    }
    if (event.key === 'Tab' && !leaving.current && !event.shiftKey) {
      event.preventDefault()
      indent(event.currentTarget, onText)
    }
    leaving.current = false
  }

  return (
    <textarea
      className="field-code nodrag nowheel"
      spellCheck={false}
      wrap="off"
      aria-description={nodes.codeKeys}
      {...area}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={onKey}
    />
  )
}

function indent(area: HTMLTextAreaElement, onText: (text: string) => void) {
  const { selectionStart: from, selectionEnd: to, value } = area
  onText(`${value.slice(0, from)}  ${value.slice(to)}`)
  requestAnimationFrame(() => area.setSelectionRange(from + 2, from + 2))
}
