import './side-menu.css'
import { Tooltip } from '@mui/joy'
import { Link, useLocation } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useIsAdmin } from '#client/api/use-session.ts'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import {
  isMenuItem,
  type MenuEntry,
  type MenuGroup,
  type MenuItem,
  menuGroups,
  selectedPath,
  visibleGroups,
} from '../menu-items.ts'
import { paths } from '../paths.ts'

type Props = {
  /** Icons alone. */
  isFolded: boolean
  onPick?: () => void
  groups?: readonly MenuGroup[]
}

export function SideMenu({ isFolded, onPick, groups = menuGroups }: Props) {
  const { shell } = useTexts()
  const isAdmin = useIsAdmin()
  const selected = selectedPath(useLocation().pathname)

  return (
    <nav className="side-menu" aria-label={shell.mainMenu} data-folded={isFolded || undefined}>
      {visibleGroups(groups, isAdmin).map(({ id, items }) => (
        <ul key={id}>
          {items.map((entry) => (
            <li key={isMenuItem(entry) ? entry.path : entry.type}>
              <Entry entry={entry} isFolded={isFolded} selected={selected} onPick={onPick} />
            </li>
          ))}
        </ul>
      ))}
      {!isFolded && <SandboxNotice />}
    </nav>
  )
}

type EntryProps = {
  isFolded: boolean
  selected: MenuItem['path'] | undefined
  onPick: (() => void) | undefined
}

function Entry({ entry, ...props }: EntryProps & { entry: MenuEntry }) {
  const { shell } = useTexts()
  return isMenuItem(entry) ? (
    <ItemLink item={entry} {...props} />
  ) : (
    <span className="menu-error" role="alert">
      {shell.menuError}
    </span>
  )
}

function ItemLink({ item, isFolded, selected, onPick }: EntryProps & { item: MenuItem }) {
  const { shell } = useTexts()
  const { path, title, icon: Icon, beta } = item
  const name = shell.menu[title]
  const link = (
    <Link
      to={paths.app(path)}
      className="menu-item"
      aria-label={isFolded ? name : undefined}
      aria-current={selected === path ? 'page' : undefined}
      onClick={onPick}
    >
      <Icon size={16} aria-hidden="true" />
      {!isFolded && <span>{name}</span>}
      {!isFolded && beta && <em>{shell.beta}</em>}
    </Link>
  )
  return isFolded ? (
    <Tooltip title={name} placement="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}

/** Says, for as long as it is so, that models and payments are stand-ins. */
function SandboxNotice() {
  const { shell } = useTexts()
  const version = trpc.version.get.useQuery()
  return version.data?.sandbox ? (
    <div className="sandbox-notice">
      <StatusDot state="waiting" />
      <strong>{shell.sandboxTitle}</strong>
      <span>{shell.sandboxText}</span>
    </div>
  ) : null
}
