import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

type Tab<Name extends string> = { name: Name; label: string; count?: number }
type Props<Name extends string> = {
  label: string
  tabs: readonly Tab<Name>[]
  chosen: Name
  onChoose: (name: Name) => void
  children?: ReactNode
}

/** Tabs in a row: arrows move between them. */
export function TabBar<Name extends string>({ label, tabs, chosen, onChoose, children }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null)

  // On a phone there are more tabs than room: the chosen one must not be cut.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice may lie outside
  useLayoutEffect(() => {
    const { current } = list
    const tab = current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (current && tab) {
      const left = tab.offsetLeft - current.offsetLeft
      const hidden = left + tab.offsetWidth - current.clientWidth
      current.scrollLeft = Math.min(left, Math.max(current.scrollLeft, hidden))
    }
  }, [chosen])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step) {
      const index = tabs.findIndex(({ name }) => name === chosen)
      const next = tabs[(index + step + tabs.length) % tabs.length]
      if (next) {
        onChoose(next.name)
        const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')
        buttons[tabs.indexOf(next)]?.focus()
      }
    }
  }

  return (
    <div className="tab-bar">
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
