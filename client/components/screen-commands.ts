import type { ReactNode } from 'react'
import type { Texts } from '#client/texts/texts.tsx'

export type ScreenCommand = {
  /** Must be stable, so that recently used commands are recognized. */
  id: string
  /** `add` adds something to the screen and is listed under `+`. */
  group: 'canvas' | 'add'
  name: string
  note?: string
  /** Search terms in both languages. */
  words?: string
  mark?: ReactNode
  keys?: string
  /** Why the command is disabled. */
  reason?: string | undefined
  /** Replaces the palette's query instead of running. */
  query?: string
  run: () => void
}

type Source = (texts: Texts) => Promise<readonly ScreenCommand[]>
const sources = new Set<Source>()

/**
 * Registers commands while a screen is open; a source may load its list on first use. Returns a function that
 * removes them.
 */
export function offerCommands(source: Source): () => void {
  sources.add(source)
  return () => {
    sources.delete(source)
  }
}

/** A source that fails does not affect the others. */
export async function loadCommands(texts: Texts): Promise<ScreenCommand[]> {
  const lists = await Promise.allSettled([...sources].map((source) => source(texts)))
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
}
