import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { ChoiceList, type ChoiceListProps } from './choice-list.tsx'
import { Popup } from './popup.tsx'

type Props = Omit<ChoiceListProps, 'listId'> & {
  id?: string
  labelId?: string
  children: ReactNode
  icon?: LucideIcon
  /** A choice is required, or the chosen option no longer exists. */
  bad?: boolean
  onOpen?: () => void
  className?: string
}

/** A lightweight select, since two hundred cards may each render several. */
export function Choice({ id, labelId, children, icon: Icon, bad, onOpen, className = '', ...list }: Props) {
  const listId = useId()
  const [opener, setOpener] = useState<Element>()
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpener(undefined), [])

  function open() {
    onOpen?.()
    setOpener(button.current ?? undefined)
  }

  function closeAndReturn() {
    close()
    button.current?.focus({ preventScroll: true })
  }

  function runAction() {
    close()
    list.action?.run()
  }

  return (
    <>
      <button
        ref={button}
        {...(id && { id })}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={opener !== undefined}
        aria-controls={listId}
        {...(labelId ? { 'aria-labelledby': labelId } : { 'aria-label': list.label })}
        aria-invalid={bad || undefined}
        className={`field-well body-13 text-left row gap-6 grows shrinks text-primary borderless round-4 pressable field-choice nodrag ${className}`}
        data-missing={bad || undefined}
        onClick={() => (opener ? close() : open())}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            open()
          }
        }}
      >
        {Icon && <Icon size={13} />}
        <span>{children}</span>
        <ChevronDown size={14} />
      </button>
      {opener && (
        <Popup at={opener} label={list.label} role="group" onClose={closeAndReturn} className="popup-choice">
          <ChoiceList
            {...list}
            listId={listId}
            onPick={(name) => {
              list.onPick(name)
              if (!list.multiple) {
                closeAndReturn()
              }
            }}
            action={list.action && { ...list.action, run: runAction }}
          />
        </Popup>
      )}
    </>
  )
}
