import './top-bar.css'
import { IconButton } from '@mui/joy'
import { Menu, Moon, PanelLeft, Search, Sun } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useIsAdmin } from '#client/api/use-session.ts'
import { type Crumb, useShownCrumbs } from '#client/components/crumbs.ts'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { Logo } from '#client/components/logo.tsx'
import { useColorMode } from '#client/components/use-color-mode.ts'
import { WalletButton } from '#client/features/wallet/wallet-button.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { isMenuItem, menuGroups, selectedPath } from '../menu-items.ts'
import { useOverlay } from '../overlays/overlays.tsx'
import { useTitle } from '../page-title.tsx'
import { paths } from '../paths.ts'
import { AdminMenu } from './admin-menu.tsx'
import { NoticeTray } from './notice-tray.tsx'
import { ProfileMenu } from './profile-menu.tsx'

const walletPaths = { management: paths.walletManagement, billing: paths.app('usage-billing') }

type Props = { isWide: boolean; isMenuOpen: boolean; onToggleMenu: () => void }

export function TopBar({ isWide, isMenuOpen, onToggleMenu }: Props) {
  const { shell, common } = useTexts()
  const isAdmin = useIsAdmin()
  const toggleName = isWide ? shell.toggleMenu : shell.openMenu
  return (
    <header className="top-bar row gap-4 surface line-below sticky">
      <IconButton
        variant="plain"
        color="neutral"
        aria-label={toggleName}
        aria-expanded={isMenuOpen}
        title={toggleName}
        onClick={onToggleMenu}
      >
        {isWide ? <PanelLeft size={16} /> : <Menu size={20} />}
      </IconButton>
      <Link
        to={paths.home}
        className="top-brand row gap-8 semibold text-primary round-sm no-underline pad-4 tight"
        aria-label={shell.homeLink}
      >
        <Logo size={26} />
        <span>{common.product}</span>
      </Link>
      <ThreadLine />
      <span className="top-space grows" />
      <PaletteButton />
      <NoticeTray />
      <ColorSwitch />
      {isAdmin && <AdminMenu />}
      <WalletButton paths={walletPaths} />
      <ProfileMenu />
    </header>
  )
}

/** Breadcrumb: the menu item, and the screens below it if there are any. */
function ThreadLine() {
  const { shell } = useTexts()
  const title = useTitle()
  const path = selectedPath(useLocation().pathname)
  const item = menuGroups
    .flatMap(({ items }) => items.filter(isMenuItem))
    .find((candidate) => candidate.path === path)
  const name = item && shell.menu[item.title]
  const shown = useShownCrumbs()
  const below: readonly Crumb[] = shown.length > 0 ? shown : title && title !== name ? [{ name: title }] : []
  const isLast = below.length === 0
  return (
    <ol className="thread-line shrinks row gap-10 unpadded text-13 medium unlisted">
      {item && name && (
        <li className="row gap-8">
          <KindGlyph kind="agent" size={9} silent />
          <Step name={name} to={isLast ? undefined : paths.app(item.path)} />
        </li>
      )}
      {below.map(({ name: step, to, kind = 'tool' }) => (
        <li key={`${step} ${to}`} className="row gap-8 shrinks">
          <KindGlyph kind={kind} size={9} silent />
          <Step name={step} to={to} />
        </li>
      ))}
    </ol>
  )
}

function Step({ name, to }: { name: string; to: string | undefined }) {
  return to === undefined ? (
    <span className="truncate">{name}</span>
  ) : (
    <Link className="truncate no-underline underlined-on-hover text-secondary" to={to}>
      {name}
    </Link>
  )
}

function PaletteButton() {
  const { palette } = useTexts()
  const openOverlay = useOverlay()
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
  return (
    <button
      type="button"
      className="palette-button row gap-10 text-tertiary surface outlined round-sm pressable height-36 line-on-hover"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      aria-haspopup="dialog"
      title={palette.title}
      onClick={() => openOverlay('palette')}
    >
      <Search size={16} aria-hidden="true" />
      <span className="truncate grows shrinks">{palette.button}</span>
      <kbd className="outlined round-xs">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  )
}

function ColorSwitch() {
  const { shell } = useTexts()
  const [isDark, setDark] = useColorMode()
  return (
    <IconButton
      variant="plain"
      color="neutral"
      className="color-switch"
      role="switch"
      aria-checked={isDark}
      aria-label={shell.darkMode}
      title={isDark ? shell.lightMode : shell.darkMode}
      onClick={() => setDark(!isDark)}
    >
      {isDark ? <Sun size={16} /> : <Moon size={16} />}
    </IconButton>
  )
}
