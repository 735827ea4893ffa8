import '../inside.css'
import './shell.css'
import { Drawer } from '@mui/joy'
import { Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useIsAdmin } from '#client/api/use-session.ts'
import { LegalLinks } from '#client/components/legal-links.tsx'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useMediaQuery, wideScreen } from '#client/components/use-media-query.ts'
import { useStorage } from '#client/components/use-storage.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useHorizontal } from '../appearance/use-appearance.ts'
import { ConnectModelHost } from '../connect-model-host.tsx'
import { FlowConfigHost } from '../flow-config-host.tsx'
import { useOverlay } from '../overlays/overlays.tsx'
import { templatePaths } from '../template-paths.ts'
import { OfflineStrip } from './offline-strip.tsx'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useShellKeys } from './use-shell-keys.ts'

const FlowLoader = whenOpened(async () => (await import('#client/features/flows/flow-loader.tsx')).FlowLoader)

/** Top bar, side menu, content, footer. The menu is beside the content on wide screens and overlays it elsewhere. */
export function Shell() {
  const { shell } = useTexts()
  const isWide = useMediaQuery(wideScreen)
  const [isFolded, setFolded] = useStorage('menuFolded', false)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [file, setFile] = useState<File>()
  const isAdmin = useIsAdmin()
  const [isHorizontal] = useHorizontal()
  const openOverlay = useOverlay()
  const version = trpc.version.get.useQuery()

  const toggle = () => (isWide ? setFolded(!isFolded) : setDrawerOpen(!isDrawerOpen))
  useShellKeys({ onToggleMenu: toggle, onHelp: () => openOverlay('shortcuts') })

  return (
    <ConnectModelHost>
      <div
        className="shell grid"
        data-folded={(isWide && isFolded) || undefined}
        data-horizontal={(isWide && isHorizontal) || undefined}
      >
        <a className="skip-link round-sm fixed backdrop-solid" href="#main">
          {shell.skip}
        </a>
        <TopBar isWide={isWide} isMenuOpen={isWide ? !isFolded : isDrawerOpen} onToggleMenu={toggle} />
        {isWide ? (
          <SideMenu isFolded={isFolded} onFile={setFile} />
        ) : (
          <Drawer
            open={isDrawerOpen}
            onClose={() => setDrawerOpen(false)}
            slotProps={{ content: { className: 'shell-drawer', 'aria-label': shell.mainMenu } }}
          >
            <SideMenu isFolded={false} onPick={() => setDrawerOpen(false)} onFile={setFile} />
          </Drawer>
        )}
        {file && (
          <FlowLoader
            key={`${file.name} ${file.lastModified}`}
            file={file}
            takesAgentFlows={isAdmin}
            canvas={templatePaths.canvas}
            onClose={() => setFile(undefined)}
          />
        )}
        <div className="shell-page stack shrinks">
          <OfflineStrip />
          <main className="grows full-width centered-x" id="main" tabIndex={-1}>
            <FlowConfigHost>
              <Suspense>
                <Outlet context={true} />
              </Suspense>
            </FlowConfigHost>
          </main>
          <footer className="full-width centered-x">
            <LegalLinks links={version.data?.links} />
          </footer>
        </div>
      </div>
    </ConnectModelHost>
  )
}
