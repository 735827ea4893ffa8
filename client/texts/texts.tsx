import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { readStored, writeStored } from '#client/components/use-storage.ts'
import type { en } from './en.ts'

/** A sentence is a text, or a function when it says a name or a number. */
export type Texts = typeof en
export type Language = 'en' | 'tr'
export const languages = ['en', 'tr'] as const

/** The whole catalogue of a language, or the part that is said before signing in. */
type Extent = 'whole' | 'doors'

const loaders: Record<Extent, Record<Language, () => Promise<Texts>>> = {
  whole: {
    en: async () => (await import('./en.ts')).en,
    tr: async () => (await import('./tr.ts')).tr,
  },
  // Not all of `Texts`; what needs the rest stands inside `WholeTexts`, so that the sign-in page need not fetch it.
  doors: {
    en: async () => (await import('./en-doors.ts')).enDoors as Texts,
    tr: async () => (await import('./tr-doors.ts')).trDoors as Texts,
  },
}

/** The language chosen here before, else the browser's. */
export function preferredLanguage(): Language {
  const chosen = readStored('language') ?? navigator.language.slice(0, 2)
  return chosen === 'tr' ? 'tr' : 'en'
}

/** Only the language that is shown is fetched. */
export async function loadTexts(language: Language, extent: Extent = 'whole'): Promise<Spoken> {
  return { language, extent, texts: await loaders[extent][language]() }
}

export type Spoken = { language: Language; texts: Texts; extent?: Extent }
type Context = Required<Spoken> & { load: (language: Language, extent: Extent) => void }
const TextsContext = createContext<Context | undefined>(undefined)

export function TextsProvider({ initial, children }: { initial: Spoken; children: ReactNode }) {
  const [spoken, setSpoken] = useState(initial)
  const { language, texts, extent = 'whole' } = spoken

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  const context = useMemo(
    () => ({
      language,
      texts,
      extent,
      load: (next: Language, wanted: Extent) => {
        loadTexts(next, wanted).then(setSpoken)
      },
    }),
    [language, texts, extent],
  )
  return <TextsContext value={context}>{children}</TextsContext>
}

/** Waits for every sentence of the language: around all that is shown after signing in. */
export function WholeTexts({ children }: { children: ReactNode }) {
  const { language, extent, load } = useSpoken()
  useEffect(() => {
    if (extent !== 'whole') {
      load(language, 'whole')
    }
  }, [language, extent, load])
  return extent === 'whole' ? children : null
}

function useSpoken() {
  const context = use(TextsContext)
  if (!context) {
    throw new Error('There is no TextsProvider above this component.')
  }
  return context
}

/** Every sentence of the application in the language shown: `const { canvas, common } = useTexts()`. */
export function useTexts(): Texts {
  return useSpoken().texts
}

export function useLanguage(): [Language, (language: Language) => void] {
  const { language, extent, load } = useSpoken()
  const setLanguage = (next: Language) => {
    writeStored('language', next)
    load(next, extent)
  }
  return [language, setLanguage]
}
