import { Link, useOutletContext } from 'react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import { Logo } from '#client/components/logo.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'
import type { Title } from './page-title.tsx'
import { paths } from './paths.ts'

export type LaterText = Exclude<keyof Texts['shell']['later'], 'notYet'>

type Props = {
  title: Title
  text: LaterText
  adminOnly?: boolean
}

/** Holds the place of a screen that is not built: says so, and shows nothing that is not true. */
export function LaterScreen({ title, text, adminOnly = false }: Props) {
  const texts = useTexts()
  const name = title(texts)
  const isInShell = useOutletContext<boolean>()
  const screen = (
    <>
      <PageHeader title={name} />
      <EmptyState dashed title={texts.shell.later[text]} text={texts.shell.later.notYet} />
    </>
  )
  const content = adminOnly ? <AdminOnly screen={name}>{screen}</AdminOnly> : screen
  return isInShell ? content : <BarePage>{content}</BarePage>
}

/** Around screens that stand outside the shell. */
export function BarePage({ children }: { children: React.ReactNode }) {
  const { shell } = useTexts()
  return (
    <div className="bare-page">
      <header>
        <Link to={paths.home} aria-label={shell.homeLink}>
          <Logo size={28} />
        </Link>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
