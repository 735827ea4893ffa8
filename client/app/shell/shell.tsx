import './shell.css'
import { Drawer } from '@mui/joy'
import { Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { LegalLinks } from '#client/components/legal-links.tsx'
import { useMediaQuery, wideScreen } from '#client/components/use-media-query.ts'
import { useStorage } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useHorizontal } from '../appearance/use-appearance.ts'
import { FlowConfigHost } from '../flow-config-host.tsx'
import { useOverlay } from '../overlays/overlays.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useShellKeys } from './use-shell-keys.ts'

/** Top bar, side menu, content, footer. The menu stands beside the content on wide screens and slides over it elsewhere. */
export function Shell() {
  const { shell } = useTexts()
  const isWide = useMediaQuery(wideScreen)
  const [isFolded, setFolded] = useStorage('menuFolded', false)
  const [isDrawn, setDrawn] = useState(false)
  const [isHorizontal] = useHorizontal()
  const openOverlay = useOverlay()
  const version = trpc.version.get.useQuery()

  const toggle = () => (isWide ? setFolded(!isFolded) : setDrawn(!isDrawn))
  useShellKeys({ onToggleMenu: toggle, onHelp: () => openOverlay('shortcuts') })

  return (
    <div
      className="shell"
      data-folded={(isWide && isFolded) || undefined}
      data-horizontal={(isWide && isHorizontal) || undefined}
    >
      <a className="skip-link" href="#main">
        {shell.skip}
      </a>
      <TopBar isWide={isWide} isMenuOpen={isWide ? !isFolded : isDrawn} onToggleMenu={toggle} />
      {isWide ? (
        <SideMenu isFolded={isFolded} />
      ) : (
        <Drawer
          open={isDrawn}
          onClose={() => setDrawn(false)}
          slotProps={{ content: { className: 'shell-drawer', 'aria-label': shell.mainMenu } }}
        >
          <SideMenu isFolded={false} onPick={() => setDrawn(false)} />
        </Drawer>
      )}
      <div className="shell-page">
        <OfflineStrip />
        <main id="main" tabIndex={-1}>
          <FlowConfigHost>
            <Suspense>
              <Outlet context={true} />
            </Suspense>
          </FlowConfigHost>
        </main>
        <footer>
          <LegalLinks links={version.data?.links} />
        </footer>
      </div>
    </div>
  )
}
