import './inside.css'
import '#client/features/chat/markdown/markdown.css'
import { Button } from '@mui/joy'
import { Link, Outlet } from 'react-router'
import { useNeedsSetup, useToken } from '#client/api/use-session.ts'
import { CopyButton } from '#client/components/copy-button.tsx'
import { Logo } from '#client/components/logo.tsx'
import { Markdown } from '#client/features/chat/markdown/markdown.tsx'
import { DocsScreen } from '#client/features/docs/docs-screen.tsx'
import { markMatches } from '#client/features/palette/mark-matches.ts'
import { highlight } from '#client/features/sharing/highlight.ts'
import { AllTexts, useTexts } from '#client/texts/texts.tsx'
import { Inside } from './guards.tsx'
import { paths } from './paths.ts'
import { Shell } from './shell/shell.tsx'

const renderers = { Markdown, CopyButton, highlight, markMatches }

/** The documentation is public: inside the shell for signed-in users, on a page of its own for everyone else. */
export function DocsFrame() {
  return useIsInside() ? (
    <Inside>
      <AllTexts>
        <Shell />
      </AllTexts>
    </Inside>
  ) : (
    <AllTexts>
      <GuestFrame />
    </AllTexts>
  )
}

/** Someone who still has to set up a second factor can call nothing that the shell calls. */
function useIsInside() {
  const token = useToken()
  const needsSetup = useNeedsSetup()
  return token !== undefined && !needsSetup
}

function GuestFrame() {
  const { shell } = useTexts()
  return (
    <>
      <a className="skip-link round-sm fixed backdrop-solid" href="#main">
        {shell.skip}
      </a>
      <header className="docs-guest-bar row sticky gap-12 surface line-below">
        <Link to={paths.login} aria-label={shell.homeLink}>
          <Logo size={26} />
        </Link>
        <span className="grows semibold">{shell.pages.docs}</span>
        <Button component={Link} size="sm" variant="outlined" color="neutral" {...{ to: paths.login }}>
          {shell.pages.login}
        </Button>
      </header>
      <main id="main" tabIndex={-1} className="docs-guest-main centered-x">
        <Outlet />
      </main>
    </>
  )
}

export function DocsPage() {
  return <DocsScreen renderers={renderers} path={paths.docs} isSignedIn={useIsInside()} />
}
