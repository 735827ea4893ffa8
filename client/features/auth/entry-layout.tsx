import './entry-layout.css'
import { Button, IconButton } from '@mui/joy'
import { Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { LegalLinks } from '#client/components/legal-links.tsx'
import { Logo } from '#client/components/logo.tsx'
import { useColorMode } from '#client/components/use-color-mode.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { SampleFlow } from './sample-flow.tsx'
import { sampleThumbnail } from './sample-thumbnail.ts'

export function EntryLayout({ children }: { children: ReactNode }) {
  const { common, auth } = useTexts()
  const version = trpc.version.get.useQuery()

  return (
    <div className="entry">
      <aside className="entry-scene" aria-label={auth.sample.resting}>
        <SampleFlow />
      </aside>
      <div className="entry-side">
        <header className="entry-head">
          <span className="entry-brand">
            <Logo size={28} />
            {common.product}
          </span>
          <LanguageButton />
          <ColorModeButton />
        </header>
        <div className="entry-strip" aria-hidden="true">
          <FlowFingerprint thumbnail={sampleThumbnail} width={350} height={166} />
        </div>
        <main className="entry-form" id="main">
          {children}
        </main>
        <footer className="entry-foot">
          <LegalLinks links={version.data?.links} />
        </footer>
      </div>
    </div>
  )
}

function LanguageButton() {
  const { shell } = useTexts()
  const [language, setLanguage] = useLanguage()
  const other = language === 'en' ? 'tr' : 'en'
  return (
    <Button size="sm" variant="plain" color="neutral" lang={other} onClick={() => setLanguage(other)}>
      {shell.languageNames[other]}
    </Button>
  )
}

function ColorModeButton() {
  const { shell } = useTexts()
  const [isDark, setDark] = useColorMode()
  const name = isDark ? shell.lightMode : shell.darkMode
  return (
    <IconButton
      variant="plain"
      color="neutral"
      aria-label={name}
      title={name}
      onClick={() => setDark(!isDark)}
    >
      {isDark ? <Sun size={16} /> : <Moon size={16} />}
    </IconButton>
  )
}
