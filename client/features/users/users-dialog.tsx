import './users.css'
import { Button } from '@mui/joy'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useReturnToAdmin } from '#client/api/use-return-to-admin.ts'
import { useImpersonated } from '#client/api/use-session.ts'
import { type ActivityKind, ActivityList } from '#client/components/activity-list.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { ErrorPanel } from '#client/components/error-panel.tsx'
import { Tabs } from '#client/components/tabs.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AppError } from '#shared/errors.ts'
import type { ListedUser } from '#shared/users.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { Requirement } from './requirement.tsx'
import { UserList } from './user-list.tsx'
import { ViewAsDialog } from './view-as-dialog.tsx'

const parts = ['users', 'signIn', 'activity'] as const
export type UserAct = 'edit' | 'delete' | 'viewAs'

type Props = { onClose: () => void }

export function UsersDialog({ onClose }: Props) {
  return useImpersonated() ? <ViewingDialog onClose={onClose} /> : <ManageDialog onClose={onClose} />
}

/** The session is the viewed user's, so the server rejects the list. The banner remains. */
function ViewingDialog({ onClose }: Props) {
  const { users: texts } = useTexts()
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <ViewingStrip />
      <p className="user-note text-13 line-18 text-secondary">{texts.viewingNote}</p>
    </Dialog>
  )
}

function ManageDialog({ onClose }: Props) {
  const { users: texts, secondFactor } = useTexts()
  const users = trpc.users.list.useQuery(undefined, { staleTime: 0 })
  const [part, setPart] = useState<(typeof parts)[number]>('users')
  const [act, setAct] = useState<{ kind: UserAct; user: ListedUser }>()
  const [isAdding, setAdding] = useState(false)
  const close = () => setAct(undefined)
  const names = { users: texts.usersTab, signIn: secondFactor.requirement.tab, activity: texts.activityTab }

  return (
    <Dialog
      title={texts.title}
      description={Array.isArray(users.data) && texts.count(users.data.length, countAdmins(users.data))}
      size="l"
      onClose={onClose}
    >
      <div className="users text-primary">
        <Tabs
          id="users"
          label={texts.tabs}
          value={part}
          options={parts.map((value) => ({ value, label: names[value] }))}
          onChange={setPart}
        >
          <div className="users-part">
            {part === 'users' && (
              <Listed
                query={users}
                onAct={(kind, user) => setAct({ kind, user })}
                onAdd={() => setAdding(true)}
              />
            )}
            {part === 'signIn' && <Requirement users={users.data ?? []} />}
            {part === 'activity' && <Activity />}
          </div>
        </Tabs>
      </div>
      {isAdding && <AddUserDialog onClose={() => setAdding(false)} />}
      {act?.kind === 'edit' && <EditUserDialog user={act.user} onClose={close} />}
      {act?.kind === 'delete' && <DeleteUserDialog user={act.user} onClose={close} />}
      {act?.kind === 'viewAs' && <ViewAsDialog user={act.user} onClose={close} />}
    </Dialog>
  )
}

type ListedProps = {
  query: ReturnType<typeof trpc.users.list.useQuery>
  onAct: (act: UserAct, user: ListedUser) => void
  onAdd: () => void
}

/** Product spec: a response that is not a list is reported as such. */
function Listed({ query, onAct, onAdd }: ListedProps) {
  const { users: texts, common } = useTexts()
  if (Array.isArray(query.data)) {
    return <UserList users={query.data} onAct={onAct} onAdd={onAdd} />
  }
  if (query.isPending) {
    return <div className="users-loading" role="status" aria-label={common.loading} aria-busy="true" />
  }
  const error = query.error ?? new AppError('UPSTREAM_FAILED', 'Invalid response from server')
  return <ErrorPanel title={texts.failed} error={error} onRetry={() => query.refetch()} />
}

function Activity() {
  const [kind, setKind] = useState<ActivityKind>()
  const query = trpc.audit.list.useInfiniteQuery(
    { ...(kind && { kind }), limit: 50 },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
  )
  return <ActivityList query={query} kind={kind} onKind={setKind} />
}

function countAdmins(users: readonly ListedUser[]) {
  return users.filter(({ role }) => role === 'ADMIN').length
}

/** Repeats the banner inside the dialog, because the backdrop covers the page's own. */
function ViewingStrip() {
  const { users: texts } = useTexts()
  const viewed = useImpersonated()
  const { returnToAdmin, isReturning } = useReturnToAdmin()
  return (
    viewed && (
      <div
        className="viewing-strip row wraps text-13 gap-8-12 backdrop-danger text-danger-soft"
        role="status"
      >
        <Eye size={16} aria-hidden="true" />
        <span>{texts.currentlyViewing(viewed.username)}</span>
        <Button size="sm" variant="outlined" color="danger" disabled={isReturning} onClick={returnToAdmin}>
          {isReturning ? texts.returning : texts.returnToAdmin}
        </Button>
      </div>
    )
  )
}
