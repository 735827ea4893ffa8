import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { readStored, writeStored } from '#client/components/use-storage.ts'
import type { en } from './en.ts'

/** A sentence is a text, or a function when it says a name or a number. */
export type Texts = typeof en
export type Language = 'en' | 'tr'
export const languages = ['en', 'tr'] as const

const loaders: Record<Language, () => Promise<Texts>> = {
  en: () => import('./en.ts').then((catalogue) => catalogue.en),
  tr: () => import('./tr.ts').then((catalogue) => catalogue.tr),
}

/** The language chosen here before, else the browser's. */
export function preferredLanguage(): Language {
  const chosen = readStored('language') ?? navigator.language.slice(0, 2)
  return chosen === 'tr' ? 'tr' : 'en'
}

/** Only the catalogue that is shown is fetched. */
export function loadTexts(language: Language): Promise<Texts> {
  return loaders[language]()
}

type Spoken = { language: Language; texts: Texts }
type Context = Spoken & { setLanguage: (language: Language) => void }
const TextsContext = createContext<Context | undefined>(undefined)

export function TextsProvider({ initial, children }: { initial: Spoken; children: ReactNode }) {
  const [spoken, setSpoken] = useState(initial)

  useEffect(() => {
    document.documentElement.lang = spoken.language
  }, [spoken.language])

  const context = useMemo(() => {
    const setLanguage = (language: Language) => {
      writeStored('language', language)
      loadTexts(language).then((texts) => setSpoken({ language, texts }))
    }
    return { ...spoken, setLanguage }
  }, [spoken])

  return <TextsContext value={context}>{children}</TextsContext>
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
  const { language, setLanguage } = useSpoken()
  return [language, setLanguage]
}
