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
import type { Thumbnail } from '#shared/flows.ts'
import { SampleFlow } from './sample-flow.tsx'

export function EntryLayout({ children }: { children: ReactNode }) {
  const { common, auth } = useTexts()
  const version = trpc.version.get.useQuery()

  return (
    <div className="entry grid">
      <aside className="entry-scene grid" aria-label={auth.sample.resting}>
        <SampleFlow />
      </aside>
      <div className="entry-side grid surface">
        <header className="entry-head row gap-8">
          <span className="entry-brand row gap-10 semibold text-primary">
            <Logo size={28} />
            {common.product}
          </span>
          <LanguageButton />
          <ColorModeButton />
        </header>
        <div className="entry-strip" aria-hidden="true">
          <FlowFingerprint thumbnail={sampleThumbnail} width={350} height={166} />
        </div>
        <main className="entry-form full-width" id="main">
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

const sampleThumbnail: Thumbnail = {
  boxes: [
    { x: 0, y: 0, width: 320, height: 180, kind: 'document', rows: 1 },
    { x: 0, y: 220, width: 320, height: 130, kind: 'document', rows: 1 },
    { x: 0, y: 400, width: 320, height: 150, kind: 'embeddings', rows: 1 },
    { x: 0, y: 610, width: 320, height: 130, kind: 'memory', rows: 1 },
    { x: 490, y: 110, width: 320, height: 260, kind: 'retriever', rows: 3 },
    { x: 490, y: 420, width: 320, height: 240, kind: 'model', rows: 3 },
    { x: 1000, y: 240, width: 320, height: 320, kind: 'agent', rows: 5 },
  ],
  threads: [
    { from: 0, to: 4, kind: 'document' },
    { from: 1, to: 4, kind: 'document' },
    { from: 2, to: 4, kind: 'embeddings' },
    { from: 4, to: 6, kind: 'retriever' },
    { from: 5, to: 6, kind: 'model' },
    { from: 3, to: 6, kind: 'memory' },
  ],
}
