import { Button, Chip, Input, Option, Select } from '@mui/joy'
import { Search, ShieldCheck, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#client/api/use-session.ts'
import { Avatar } from '#client/components/avatar.tsx'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { matches } from '#client/components/fold-text.ts'
import { Money } from '#client/components/money.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { RoleChip } from '#client/components/role-chip.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { type Role, roles } from '#shared/auth.ts'
import type { ListedUser } from '#shared/users.ts'
import type { UserAct } from './users-dialog.tsx'

type Act = (act: UserAct, user: ListedUser) => void
type Props = { users: readonly ListedUser[]; onAct: Act; onAdd: () => void }

export function UserList({ users, onAct, onAdd }: Props) {
  const { users: texts, common } = useTexts()
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const [role, setRole] = useState<Role>()
  const columns = useColumns(onAct)
  const shown = users.filter(
    (user) =>
      (role === undefined || user.role === role) &&
      (query.trim() === '' || matches(`${user.username} ${user.email}`, query.trim())),
  )

  return (
    <>
      <Toolbar query={query} onQuery={setQuery} role={role} onRole={setRole} onAdd={onAdd} />
      <p className="visually-hidden" role="status">
        {texts.shown(shown.length, users.length)}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          dashed
          title={query.trim() === '' ? texts.noMatchRole : texts.noMatch(query.trim())}
          text={texts.noMatchText}
          action={
            <Button
              size="sm"
              variant="outlined"
              color="neutral"
              onClick={() => {
                setQuery('')
                setRole(undefined)
              }}
            >
              {common.clearFilters}
            </Button>
          }
        />
      ) : (
        <DataTable
          label={texts.usersTab}
          columns={columns}
          rows={shown}
          keyOf={({ id }) => id}
          phone={(user) => <PhoneRow user={user} onAct={onAct} />}
          sortedBy="user"
          language={language}
        />
      )}
    </>
  )
}

type ToolbarProps = {
  query: string
  onQuery: (query: string) => void
  role: Role | undefined
  onRole: (role: Role | undefined) => void
  onAdd: () => void
}

function Toolbar({ query, onQuery, role, onRole, onAdd }: ToolbarProps) {
  const { users: texts, shell } = useTexts()
  return (
    <search className="users-tools flex wraps gap-8 margin-bottom-8">
      <Input
        type="search"
        autoFocus
        aria-label={texts.search}
        placeholder={texts.search}
        startDecorator={<Search size={16} aria-hidden="true" />}
        value={query}
        onChange={({ target }) => onQuery(target.value)}
      />
      <Select
        value={role ?? 'any'}
        onChange={(_, next) => onRole(roles.find((each) => each === next))}
        slotProps={{ button: { 'aria-label': texts.roleFilter } }}
      >
        <Option value="any">{texts.anyRole}</Option>
        {roles.map((each) => (
          <Option key={each} value={each}>
            {shell.roles[each]}
          </Option>
        ))}
      </Select>
      <Button startDecorator={<UserPlus size={16} />} onClick={onAdd}>
        {texts.addUser}
      </Button>
    </search>
  )
}

function useColumns(onAct: Act): Column<ListedUser>[] {
  const { users: texts, shell } = useTexts()
  return [
    {
      id: 'user',
      head: texts.user,
      sort: ({ username }) => username,
      cell: (user) => <Name user={user} />,
    },
    {
      id: 'role',
      head: texts.role,
      width: 120,
      sort: ({ role }) => shell.roles[role],
      cell: ({ role }) => <RoleChip role={role} />,
    },
    {
      id: 'balance',
      head: texts.balance,
      width: 120,
      isNumber: true,
      sort: ({ balance }) => balance,
      cell: ({ balance }) => <Money dollars={balance} />,
    },
    {
      id: 'seen',
      head: texts.lastSeen,
      width: 120,
      sort: ({ lastSeenDate }) => lastSeenDate ?? '',
      cell: ({ lastSeenDate }) => <Seen date={lastSeenDate} />,
    },
    {
      id: 'actions',
      head: texts.actions,
      width: 310,
      cell: (user) => <Actions user={user} onAct={onAct} />,
    },
  ]
}

function Name({ user }: { user: ListedUser }) {
  const { users: texts, secondFactor } = useTexts()
  const isMe = useIsMe(user)
  return (
    <span className="user-name row gap-12 shrinks">
      <Avatar {...user} />
      <span>
        <strong className="row wraps line-18 semibold">
          {user.username}
          {user.hasSecondFactor && (
            <ShieldCheck className="user-factor" size={14} role="img" aria-label={secondFactor.admin.has} />
          )}
          {isMe && (
            <Chip size="sm" variant="outlined" color="neutral">
              {texts.you}
            </Chip>
          )}
        </strong>
        <small className="text-12 line-16 text-tertiary">{user.email}</small>
      </span>
    </span>
  )
}

function Seen({ date }: { date: string | null }) {
  const { users: texts } = useTexts()
  return date ? <RelativeTime iso={date} /> : texts.never
}

/** No actions on the own account. The server rejects "view as" for other admins, so it is hidden. */
function Actions({ user, onAct }: { user: ListedUser; onAct: Act }) {
  const { users: texts } = useTexts()
  const { username, role } = user
  if (useIsMe(user)) {
    return null
  }
  return (
    <span className="user-actions flex gap-4 at-end">
      {role !== 'ADMIN' && (
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          aria-label={texts.viewAsNamed(username)}
          onClick={() => onAct('viewAs', user)}
        >
          {texts.viewAs}
        </Button>
      )}
      <Button
        size="sm"
        variant="plain"
        color="neutral"
        aria-label={texts.editNamed(username)}
        onClick={() => onAct('edit', user)}
      >
        {texts.edit}
      </Button>
      <Button
        size="sm"
        variant="outlined"
        color="danger"
        aria-label={texts.deleteNamed(username)}
        onClick={() => onAct('delete', user)}
      >
        {texts.delete}
      </Button>
    </span>
  )
}

function PhoneRow({ user, onAct }: { user: ListedUser; onAct: Act }) {
  return (
    <div className="user-card grid gap-8">
      <Name user={user} />
      <p className="row wraps text-13 text-secondary">
        <RoleChip role={user.role} />
        <Money dollars={user.balance} />
        <Seen date={user.lastSeenDate} />
      </p>
      <Actions user={user} onAct={onAct} />
    </div>
  )
}

/** Compares names, because a stored user of an earlier version may have no id. */
function useIsMe({ username }: ListedUser) {
  return useUser()?.username === username
}
