import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useScrollToTab } from '#client/components/use-scroll-to-tab.ts'

type Tab<Name extends string> = { name: Name; label: string; count?: number }
type Props<Name extends string> = {
  label: string
  tabs: readonly Tab<Name>[]
  chosen: Name
  onChoose: (name: Name) => void
  children?: ReactNode
}

/** Tabs with arrow keys. */
export function TabBar<Name extends string>({ label, tabs, chosen, onChoose, children }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const index = tabs.findIndex(({ name }) => name === chosen)
  useScrollToTab(list, index)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step) {
      const next = tabs[(index + step + tabs.length) % tabs.length]
      if (next) {
        onChoose(next.name)
        const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')
        buttons[tabs.indexOf(next)]?.focus()
      }
    }
  }

  return (
    <div className="tab-bar row spread rigid line-below">
      <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            aria-selected={tab.name === chosen}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {children}
    </div>
  )
}
