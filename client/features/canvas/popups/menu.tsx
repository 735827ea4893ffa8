import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Popup, type PopupPlace } from './popup.tsx'

export type MenuItem = {
  name: string
  icon: LucideIcon
  keys?: string
  danger?: boolean
  /** Why the item is disabled. */
  disabled?: string | undefined
  run: () => void
}

type Props = { at: PopupPlace; label: string; groups: readonly (readonly MenuItem[])[]; onClose: () => void }

export function Menu({ at, label, groups, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector('button')?.focus()
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const items = [...(box.current?.querySelectorAll('button') ?? [])]
    const index = items.indexOf(document.activeElement as HTMLButtonElement)
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      items[(next + items.length) % items.length]?.focus()
    }
    if (event.key === 'Tab') {
      onClose()
    }
  }

  return (
    <Popup at={at} label={label} role="menu" className="popup-menu pad-4" onClose={onClose} sheet>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys of the menu around it */}
      <div ref={box} onKeyDown={onKeyDown}>
        {groups
          .filter((items) => items.length > 0)
          .map((items, index) => (
            <div key={items[0]?.name}>
              {index > 0 && <hr className="borderless line-above" />}
              {items.map((item) => (
                <Item key={item.name} item={item} onClose={onClose} />
              ))}
            </div>
          ))}
      </div>
    </Popup>
  )
}

function Item({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const { name, icon: Icon, keys, danger, disabled, run } = item
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      data-danger={danger || undefined}
      aria-disabled={disabled !== undefined}
      title={disabled}
      onClick={() => {
        if (disabled === undefined) {
          onClose()
          run()
        }
      }}
    >
      <Icon size={16} strokeWidth={1.75} />
      {name}
      {keys && <kbd className="pushed-right text-tertiary">{keys}</kbd>}
    </button>
  )
}
