import type { ReactNode } from 'react'
import type { Texts } from '#client/texts/texts.tsx'

/** A command of the screen that is open, as the command palette lists it. */
export type ScreenCommand = {
  /** Stable, so that recently used commands are recognized. */
  id: string
  /** `add` puts something onto the screen and is listed under `+`. */
  group: 'canvas' | 'add'
  name: string
  note?: string
  /** Other words it is found by, in both languages. */
  words?: string
  mark?: ReactNode
  keys?: string
  /** Why it cannot run now. */
  reason?: string | undefined
  /** Instead of running, the palette goes on with this in its field. */
  query?: string
  run: () => void
}

type Source = (texts: Texts) => Promise<readonly ScreenCommand[]>
const sources = new Set<Source>()

/** Registers commands of a screen as long as it is open; a source may load its list when it is first asked. Returns how to take them back. */
export function offerCommands(source: Source): () => void {
  sources.add(source)
  return () => {
    sources.delete(source)
  }
}

/** A source that cannot be loaded leaves the others. */
export async function loadCommands(texts: Texts): Promise<ScreenCommand[]> {
  const lists = await Promise.allSettled([...sources].map((source) => source(texts)))
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
}
