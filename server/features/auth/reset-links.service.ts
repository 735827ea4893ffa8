import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import { AppError } from '#shared/errors.ts'
import type { AttemptLimits } from './attempt-limits.service.ts'
import * as rows from './auth.repository.ts'
import type { PasswordsService } from './passwords.service.ts'
import { forgotLetter, invitationLetter, type Letter, resetLetter } from './reset-mails.ts'
import type { SessionsService } from './sessions.service.ts'
import { hashToken, newToken } from './tokens.ts'

const RESET_PREFIX = 'ftr_'
const RESET_MS = 60 * 60_000
const INVITATION_MS = 7 * 24 * 60 * 60_000

type Deps = {
  store: Store
  now: () => Date
  secret: Buffer
  users: Pick<UsersService, 'get' | 'findByLogin' | 'setPassword'>
  sessions: Pick<SessionsService, 'endAll'>
  passwords: PasswordsService
  audit: Pick<AuditService, 'append'>
  limits: AttemptLimits
  /** Absent without a mail server: the admin then delivers the link. */
  mail: ((letter: { to: string; subject: string; text: string }) => Promise<void>) | undefined
  publicUrl: () => string
}

/** Links to set a new password: made by an ADMIN or mailed on request, used once, valid for an hour. */
export function createResetLinksService(deps: Deps) {
  const { store, now, secret, users, sessions, passwords, audit, limits, mail, publicUrl } = deps

  /** Invalidates earlier links of the same user. Throws NOT_FOUND for an unknown user. */
  async function create(caller: Caller, userId: string, { address }: RequestOrigin) {
    const { email, link } = await store.transaction(async (tx) => {
      const user = await users.get(tx, userId)
      const made = await insert(tx, { userId, adminId: caller.id, lifetimeMs: RESET_MS })
      const who = { actorId: caller.id, subjectId: userId, address }
      await audit.append(tx, { kind: 'admin', action: 'users.resetLink', ...who })
      return { email: user.email, link: made }
    })
    return { ...link, mail: await send(email, resetLetter(`${publicUrl()}${link.path}`)) }
  }

  /** An invitation: the same kind of link for a new account, created in its transaction. Valid for a week. */
  function invite(tx: Writer, { userId, adminId }: { userId: string; adminId: string }) {
    return insert(tx, { userId, adminId, lifetimeMs: INVITATION_MS })
  }

  const sendInvitation = (email: string, username: string, path: string) =>
    send(email, invitationLetter(`${publicUrl()}${path}`, username))

  type Link = { userId: string; adminId: string | null; lifetimeMs: number }

  async function insert(tx: Writer, { lifetimeMs, ...link }: Link) {
    const token = newToken(RESET_PREFIX)
    const createdDate = now()
    const expiresDate = new Date(createdDate.getTime() + lifetimeMs)
    await (link.adminId === null ? rows.deleteRequestedResetLinks : rows.deleteResetLinksOf)(tx, link.userId)
    const id = hashToken(secret, token)
    await rows.insertResetLink(tx, { ...link, id, createdDate, expiresDate, usedDate: null })
    return { path: `/reset-password#${token}`, expiresDate }
  }

  /**
   * Mails a link to the account with this name or address. Resolves before the lookup, so that neither response
   * nor timing reveals whether the account exists (CVE-2025-58434). Throws CONFLICT without a mail server,
   * RATE_LIMITED.
   */
  async function request(username: string, { address }: RequestOrigin) {
    if (!mail) {
      throw new AppError('CONFLICT', 'This server sends no email. Ask an admin for a reset link.')
    }
    await limits.count([
      ['forgot:address', address],
      ['forgot:account', username],
    ])
    void sendRequested(username, address).catch(() => undefined)
  }

  async function sendRequested(username: string, address: string) {
    const user = await users.findByLogin(store.db, username)
    if (!user) {
      return
    }
    const link = await store.transaction((tx) =>
      insert(tx, { userId: user.id, adminId: null, lifetimeMs: RESET_MS }),
    )
    const result = await send(user.email, forgotLetter(`${publicUrl()}${link.path}`))
    const action = result === 'sent' ? 'auth.resetRequested' : 'auth.resetMailFailed'
    const who = { actorId: null, subjectId: user.id, address }
    await store.transaction((tx) => audit.append(tx, { kind: 'security', action, ...who }))
  }

  /** When the mail server rejects the email, the link is still displayed to the administrator. */
  async function send(to: string, letter: Letter) {
    if (!mail) {
      return 'none' as const
    }
    try {
      await mail({ to, ...letter })
      return 'sent' as const
    } catch {
      return 'failed' as const
    }
  }

  /** Ends every session of the user. The error is the same for used, expired, replaced and unknown links. */
  async function redeem(
    { token, newPassword }: { token: string; newPassword: string },
    { address }: RequestOrigin,
  ) {
    await limits.count([['reset:address', address]])
    const id = hashToken(secret, token)
    const link = (await rows.findResetLink(store.db, id)) ?? reject()
    if (link.usedDate || link.expiresDate < now()) {
      reject()
    }
    const user = await users.get(store.db, link.userId).catch(reject)
    const passwordHash = await passwords.choose(newPassword, user, 'newPassword')
    await store.transaction(async (tx) => {
      await ((await rows.useResetLink(tx, id, now())) ?? reject())
      await users.setPassword(tx, user.id, passwordHash)
      await sessions.endAll(tx, user.id)
      const who = { actorId: user.id, subjectId: user.id, address }
      await audit.append(tx, { kind: 'security', action: 'auth.resetPassword', ...who })
    })
  }

  return { canMail: mail !== undefined, create, invite, sendInvitation, request, redeem }
}

function reject(): never {
  throw new AppError('INVALID_INPUT', 'This link is no longer valid. Request a new one.')
}

export type ResetLinksService = ReturnType<typeof createResetLinksService>
