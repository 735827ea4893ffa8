import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { readStored, writeStored } from '#client/components/use-storage.ts'
import type { en } from './en.ts'
import { type NodeTexts, showNodeTexts } from './node-texts.ts'

/** A text is a string, or a function when it contains a name or a number. */
export type Texts = typeof en
export type Language = 'en' | 'tr'
export const languages = ['en', 'tr'] as const

/**
 * Amount of texts loaded for a language: before sign-in, on a canvas, or everything. Each includes the previous
 * one.
 */
const extents = ['entry', 'canvas', 'whole'] as const
export type Extent = (typeof extents)[number]
const reaches = (extent: Extent, target: Extent) => extents.indexOf(extent) >= extents.indexOf(target)

// The narrow extents are subsets of `Texts`. Components that need the rest are wrapped in `WholeTexts`, so that
// the sign-in page and the canvas load less (checked by extents.test.tsx).
const loaders: Record<Extent, Record<Language, () => Promise<Texts>>> = {
  entry: {
    en: async () => (await import('./en-entry.ts')).enEntry as Texts,
    tr: async () => (await import('./tr-entry.ts')).trEntry as Texts,
  },
  canvas: {
    en: async () => (await import('./en-canvas.ts')).enCanvas as Texts,
    tr: async () => (await import('./tr-canvas.ts')).trCanvas as Texts,
  },
  whole: {
    en: async () => (await import('./en.ts')).en,
    tr: async () => (await import('./tr.ts')).tr,
  },
}

/** The language stored on this browser, else the browser's own. */
export function preferredLanguage(): Language {
  const chosen = readStored('language') ?? navigator.language.slice(0, 2)
  return chosen === 'tr' ? 'tr' : 'en'
}

export async function loadTexts(language: Language, extent: Extent = 'whole'): Promise<Spoken> {
  const [texts, nodeTexts] = await Promise.all([loaders[extent][language](), loadNodeTexts(language, extent)])
  return { language, extent, texts, ...(nodeTexts && { nodeTexts }) }
}

/** The server's catalogue is English; for other languages its texts are loaded when nodes can be visible. */
async function loadNodeTexts(language: Language, extent: Extent): Promise<NodeTexts | undefined> {
  return language === 'tr' && extent !== 'entry' ? (await import('./tr/nodes/all.ts')).trNodes : undefined
}

export type Spoken = { language: Language; texts: Texts; extent?: Extent; nodeTexts?: NodeTexts }
type ReceivedRequest = { language: Language; extent: Extent }
type Context = Required<Omit<Spoken, 'nodeTexts'>> & {
  nodeTexts: NodeTexts | undefined
  request: (more: Partial<ReceivedRequest>) => Promise<void>
}
const TextsContext = createContext<Context | undefined>(undefined)

export function TextsProvider({ initial, children }: { initial: Spoken; children: ReactNode }) {
  const [spoken, setSpoken] = useState(initial)
  const { language, texts, extent = 'whole', nodeTexts } = spoken
  // Must run before children render, because cached node texts depend on it.
  showNodeTexts(nodeTexts)
  const requested = useRef<ReceivedRequest>({ language, extent })

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  const request = useCallback(async (more: Partial<ReceivedRequest>) => {
    const before = requested.current
    const { language: target = before.language, extent: max = before.extent } = more
    const next = { language: target, extent: reaches(before.extent, max) ? before.extent : max }
    requested.current = next
    try {
      const answer = await loadTexts(next.language, next.extent)
      // The latest request wins when the language or the extent changes during a load.
      if (requested.current === next) {
        setSpoken(answer)
      }
    } catch (error) {
      if (requested.current === next) {
        requested.current = before
      }
      throw error
    }
  }, [])

  const context = useMemo(
    () => ({ language, texts, extent, nodeTexts, request }),
    [language, texts, extent, nodeTexts, request],
  )
  return <TextsContext value={context}>{children}</TextsContext>
}

/** Renders its children once the canvas texts are loaded; wraps everything after sign-in. */
export function CanvasTexts({ children }: { children: ReactNode }) {
  return <TextsUpTo target="canvas">{children}</TextsUpTo>
}

/** Waits for all texts of the language; wraps everything beyond the canvas. */
export function AllTexts({ children }: { children: ReactNode }) {
  return <TextsUpTo target="whole">{children}</TextsUpTo>
}

function TextsUpTo({ target, children }: { target: Extent; children: ReactNode }) {
  const { extent, request } = useSpoken()
  const [failure, setFailure] = useState<{ error: unknown }>()
  const isEnough = reaches(extent, target)
  useEffect(() => {
    if (!isEnough) {
      request({ extent: target }).catch((error: unknown) => setFailure({ error }))
    }
  }, [isEnough, target, request])
  if (failure && !isEnough) {
    throw failure.error
  }
  return isEnough ? children : null
}

function useSpoken() {
  const context = use(TextsContext)
  if (!context) {
    throw new Error('There is no TextsProvider above this component.')
  }
  return context
}

export function useTexts(): Texts {
  return useSpoken().texts
}

/** Changes with the language of node texts; undefined for English. */
export function useNodeTexts(): NodeTexts | undefined {
  return useSpoken().nodeTexts
}

export function useLanguage(): [Language, (language: Language) => void] {
  const { language, request } = useSpoken()
  const setLanguage = (next: Language) => {
    writeStored('language', next)
    void request({ language: next })
  }
  return [language, setLanguage]
}
