import './tabs.css'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useScrollToTab } from './use-scroll-to-tab.ts'

type Props<Value extends string> = {
  /** Prefix of the ids that link tabs and panel. */
  id: string
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  action?: ReactNode
  children: ReactNode
}

/** Tabs with one panel. Arrow keys, Home and End select; Tab moves into the panel. */
export function Tabs<Value extends string>({
  id,
  label,
  value,
  options,
  onChange,
  action,
  children,
}: Props<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const place = options.findIndex((option) => option.value === value)
  useScrollToTab(list, place)

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextPlace(event.key, place, options.length)
    const chosen = next === undefined ? undefined : options[next]
    if (chosen) {
      event.preventDefault()
      onChange(chosen.value)
      list.current?.querySelectorAll('button')[next ?? 0]?.focus()
    }
  }

  return (
    <>
      <div className="tabs row gap-16 line-below">
        <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {options.map((option) => (
            <button
              key={option.value}
              type="button"
              role="tab"
              id={`${id}-${option.value}`}
              aria-selected={option.value === value}
              aria-controls={`${id}-panel`}
              tabIndex={option.value === value ? 0 : -1}
              onClick={() => onChange(option.value)}
            >
              {option.label}
            </button>
          ))}
        </div>
        {action}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}

function nextPlace(key: string, place: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % count
    case 'ArrowLeft':
      return (place + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
