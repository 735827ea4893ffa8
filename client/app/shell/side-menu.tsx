import './side-menu.css'
import { Tooltip } from '@mui/joy'
import { Link, useLocation } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useIsAdmin } from '#client/api/use-session.ts'
import { useConnectModel } from '#client/components/connect-model.ts'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useDefaultModel } from '#client/components/use-default-model.ts'
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
import { LoadChatflow } from './load-chatflow.tsx'

type Props = {
  isFolded: boolean
  onPick?: () => void
  onFile?: (file: File) => void
  groups?: readonly MenuGroup[]
}

export function SideMenu({ isFolded, onPick, onFile, groups = menuGroups }: Props) {
  const { shell } = useTexts()
  const isAdmin = useIsAdmin()
  const selected = selectedPath(useLocation().pathname)

  return (
    <nav
      className="side-menu stack full-height scrolls-y backdrop-body"
      aria-label={shell.mainMenu}
      data-folded={isFolded || undefined}
    >
      {visibleGroups(groups, isAdmin).map(({ id, items }) => (
        <ul className="unpadded unlisted" key={id}>
          {items.map((entry) => (
            <li key={isMenuItem(entry) ? entry.path : entry.type}>
              <Entry entry={entry} isFolded={isFolded} selected={selected} onPick={onPick} onFile={onFile} />
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
  onFile: ((file: File) => void) | undefined
}

function Entry({ entry, ...props }: EntryProps & { entry: MenuEntry }) {
  const { shell } = useTexts()
  const { isFolded, onFile, onPick } = props
  if (isMenuItem(entry)) {
    return <ItemLink item={entry} {...props} />
  }
  if (entry.type === 'load-chatflow') {
    const pick = (file: File) => {
      onFile?.(file)
      onPick?.()
    }
    return <LoadChatflow isFolded={isFolded} onFile={pick} />
  }
  return (
    <span className="block text-danger pad-8-10" role="alert">
      {shell.menuError}
    </span>
  )
}

function ItemLink({ item, isFolded, selected, onPick }: EntryProps & { item: MenuItem }) {
  const { shell } = useTexts()
  const { path, title, icon: Icon, beta, counts } = item
  const name = shell.menu[title]
  const link = (
    <Link
      to={paths.app(path)}
      className="menu-item row gap-10 text-secondary no-underline pad-0-10 height-36 filled-on-hover round-sm relative"
      aria-label={isFolded ? name : undefined}
      aria-current={selected === path ? 'page' : undefined}
      onClick={onPick}
    >
      <Icon size={16} aria-hidden="true" />
      {!isFolded && <span className="truncate grows shrinks">{name}</span>}
      {!isFolded && beta && <em className="pad-0-6 text-tertiary outlined round-xs">{shell.beta}</em>}
      {counts === 'waits' && <WaitBadge isFolded={isFolded} />}
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

const WAITS_MS = 30_000

/** Executions that wait for the user. */
function WaitBadge({ isFolded }: { isFolded: boolean }) {
  const { shell } = useTexts()
  const { data } = trpc.executions.waiting.count.useQuery(undefined, { refetchInterval: WAITS_MS })
  const count = data?.count ?? 0
  return count > 0 ? (
    <b
      className="menu-count rigid pad-0-6 text-center text-warning-soft backdrop-warning"
      data-folded={isFolded || undefined}
    >
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{shell.waiting(count)}</span>
    </b>
  ) : null
}

/** Shown until a default model is set: until then sandbox services answer, or none. */
function SandboxNotice() {
  const { shell, common } = useTexts()
  const connect = useConnectModel()
  const isDemo = useDefaultModel()?.isDemo
  const version = trpc.version.get.useQuery()
  return version.data && isDemo ? (
    <div className="sandbox-notice grid text-12 line-16 text-secondary round-sm pad-10-12 backdrop-glaze items-center">
      <StatusDot state="waiting" />
      <strong className="text-13 line-18 semibold text-primary">
        {version.data.sandbox ? shell.sandboxTitle : shell.noModelTitle}
      </strong>
      <span>{version.data.sandbox ? shell.sandboxText : shell.noModelText}</span>
      {connect && (
        <button type="button" className="text-link" onClick={connect}>
          {common.connectModel}
        </button>
      )}
    </div>
  ) : null
}
