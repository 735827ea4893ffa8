import type { Store } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import { AppError } from '#shared/errors.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import * as rows from './auth.repository.ts'
import type { Caller, Origin } from './auth.service.ts'
import type { PasswordsService } from './passwords.service.ts'
import type { SessionsService } from './sessions.service.ts'
import { hashToken, newToken } from './tokens.ts'

const RESET_PREFIX = 'ftr_'
const RESET_MS = 60 * 60_000

type Deps = {
  store: Store
  now: () => Date
  secret: Buffer
  users: Pick<UsersService, 'get' | 'setPassword'>
  sessions: Pick<SessionsService, 'endAll'>
  passwords: PasswordsService
  audit: Pick<AuditService, 'append'>
  limits: AttemptLimits
  /** Absent where no mail server is set: the administrator then hands the link over himself. */
  mail: ((letter: { to: string; subject: string; text: string }) => Promise<void>) | undefined
  publicUrl: () => string
}

/** Ways back in for who has forgotten his password: handed out by an ADMIN, used once, within the hour. */
export function createResetLinksService(deps: Deps) {
  const { store, now, secret, users, sessions, passwords, audit, limits, mail, publicUrl } = deps

  /** Earlier links of the same user are worthless from now on. Throws NOT_FOUND for nobody. */
  async function create(caller: Caller, userId: string, { address }: Origin) {
    const token = newToken(RESET_PREFIX)
    const createdDate = now()
    const expiresDate = new Date(createdDate.getTime() + RESET_MS)
    const row = { id: hashToken(secret, token), userId, adminId: caller.id, createdDate, expiresDate }
    const path = `/reset-password#${token}`
    const email = await store.transaction(async (tx) => {
      const user = await users.get(tx, userId)
      await rows.deleteResetLinksOf(tx, userId)
      await rows.insertResetLink(tx, { ...row, usedDate: null })
      const who = { actorId: caller.id, subjectId: userId, address }
      await audit.append(tx, { kind: 'admin', action: 'users.resetLink', ...who })
      return user.email
    })
    return { path, expiresDate, mail: await send(email, path) }
  }

  /** What the mail server does not take, the administrator still has before him. */
  async function send(to: string, path: string) {
    if (!mail) {
      return 'none' as const
    }
    try {
      await mail({ to, ...letterWith(`${publicUrl()}${path}`) })
      return 'sent' as const
    } catch {
      return 'failed' as const
    }
  }

  /** Ends every session of the user. One sentence for a link that is used, late, replaced, or was never one. */
  async function redeem({ token, newPassword }: { token: string; newPassword: string }, { address }: Origin) {
    await limits.take([['reset:address', address]])
    const id = hashToken(secret, token)
    const link = (await rows.findResetLink(store.db, id)) ?? refuse()
    if (link.usedDate || link.expiresDate < now()) {
      refuse()
    }
    const user = await users.get(store.db, link.userId).catch(refuse)
    const passwordHash = await passwords.choose(newPassword, user, 'newPassword')
    await store.transaction(async (tx) => {
      await ((await rows.useResetLink(tx, id, now())) ?? refuse())
      await users.setPassword(tx, user.id, passwordHash)
      await sessions.endAll(tx, user.id)
      const who = { actorId: user.id, subjectId: user.id, address }
      await audit.append(tx, { kind: 'security', action: 'auth.resetPassword', ...who })
    })
  }

  return { create, redeem }
}

/** In both languages: which of them its reader speaks is known to his browser alone. */
function letterWith(link: string) {
  return {
    subject: 'Flowtill: choose a new password / yeni şifre belirleyin',
    text: `An administrator has sent you a link to choose a new password. It works once, within the hour:

${link}

If you did not ask for it, you need not do anything.

—

Bir yönetici size yeni şifre belirlemeniz için bir bağlantı gönderdi. Bağlantı bir saat içinde, bir kez çalışır:

${link}

Bunu siz istemediyseniz bir şey yapmanız gerekmez.
`,
  }
}

function refuse(): never {
  throw new AppError('INVALID_INPUT', 'This link is no longer valid. Ask an administrator for a new one.')
}

export type ResetLinksService = ReturnType<typeof createResetLinksService>
