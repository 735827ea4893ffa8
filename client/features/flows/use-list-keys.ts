import { useEffect, useRef } from 'react'
import { isShortcut } from '#client/components/keyboard.ts'

type Commands = {
  onRename: (id: string) => void
  onRemove: (id: string) => void
  onNew: () => void
  /** Absent where the toolbar handles the key. */
  onSearch?: () => void
}

const steps: Record<string, [across: number, down: number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** Keyboard navigation of the list: arrows, F2 and Del on a flow; n and / anywhere. The link itself handles Enter. */
export function useListKeys(commands: Commands) {
  const latest = useRef(commands)
  latest.current = commands

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isShortcut(event) && obey(event.key, latest.current)) {
        event.preventDefault()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** Returns true when the key was handled. */
function obey(key: string, commands: Commands): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('[data-flow-link]')]
  const focused = links.find((link) => link === document.activeElement)
  const id = focused?.dataset.flowLink
  const byKey: Record<string, (() => void) | undefined> = {
    n: commands.onNew,
    '/': commands.onSearch,
    F2: id === undefined ? undefined : () => commands.onRename(id),
    Delete: id === undefined ? undefined : () => commands.onRemove(id),
  }
  const command = byKey[key] ?? findStep(key, links, focused)
  command?.()
  return command !== undefined
}

function findStep(key: string, links: HTMLElement[], focused: HTMLElement | undefined) {
  const step = steps[key]
  if (!(step && focused)) {
    return undefined
  }
  const next = links[links.indexOf(focused) + step[0] + step[1] * countColumns(links)]
  return next && (() => next.focus())
}

/** Cards with the same top as the first one form a row. */
function countColumns(links: HTMLElement[]) {
  const tops = links.map((link) => Math.round(link.getBoundingClientRect().top))
  return tops.filter((top) => top === tops[0]).length || 1
}
