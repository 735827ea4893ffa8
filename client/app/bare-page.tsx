import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo } from '#client/components/logo.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { paths } from './paths.ts'

export function BarePage({ children }: { children: ReactNode }) {
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
