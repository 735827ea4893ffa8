import { hash } from 'node:crypto'
import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import { AppError } from '#shared/errors.ts'
import type { SessionMethod } from '#shared/second-factor.ts'
import * as rows from './auth.repository.ts'
import { describeDevice } from './describe-device.ts'
import { isRequiredOf } from './second-factor/requirement.ts'
import { hashToken, newToken, SESSION_PREFIX } from './tokens.ts'

const MINUTE_MS = 60_000
/** How long after a sign-in or step-up a session may move money and view keys. */
export const CONFIRMED_MS = 5 * MINUTE_MS
const SESSION_MS = 30 * 24 * 60 * MINUTE_MS
/** Maximum staleness of "last seen": a write on every request would cost more than the request. */
const SEEN_EVERY_MS = 5 * MINUTE_MS

const sessionTables = ['sessions', 'users', 'totp_secrets', 'passkeys', 'security_settings']

type Deps = { store: Store; now: () => Date; secret: Buffer; audit: Pick<AuditService, 'append'> }
type Opening = {
  userId: string
  origin: RequestOrigin
  impersonator?: { id: string; reason: string }
  lifeMs?: number
  method?: SessionMethod
}

/** Sessions are rows, so ending one takes effect at once. */
export function createSessionsService({ store, now, secret, audit }: Deps) {
  const beingSeen = new Set<string>()

  /** Returns the token, which is not stored. */
  async function open(tx: Writer, { userId, origin, impersonator, lifeMs = SESSION_MS, method }: Opening) {
    const token = newToken(SESSION_PREFIX)
    const createdDate = now()
    const expiresDate = new Date(createdDate.getTime() + lifeMs)
    await rows.insertSession(tx, {
      id: hashToken(secret, token),
      userId,
      impersonatorId: impersonator?.id ?? null,
      userAgent: origin.userAgent.slice(0, 255),
      address: origin.address,
      createdDate,
      expiresDate,
      lastSeenDate: null,
      reason: impersonator?.reason ?? null,
      method: method ?? 'password',
      // An impersonation session is unconfirmed, because the admin has not proven to be the user.
      confirmedDate: impersonator ? null : createdDate,
    })
    await (!impersonator && rows.markUserSeen(tx, userId, createdDate))
    return token
  }

  /** Null for a token of an ended session; the caller decides how to respond. */
  async function find(token: string, via: 'session' | 'cookie'): Promise<Caller | null> {
    const id = hashToken(secret, token)
    const found = await store.recall(sessionTables, `session:${id}`, () => rows.findSession(store.db, id))
    if (!found || found.session.expiresDate < now()) {
      return null
    }
    const { session, user } = found
    const hasFactor = Boolean(found.hasTotp) || Boolean(found.hasPasskey)
    noteSeen(session)
    const { username, role } = user
    const { impersonatorId } = session
    return {
      id: user.id,
      username,
      role,
      via,
      sessionId: id,
      impersonatorId,
      apiKeyId: null,
      permissions: null,
      hasSecondFactor: hasFactor,
      isConfirmed: isRecent(session.confirmedDate),
      mustEnroll: !(hasFactor || impersonatorId) && isRequiredOf(found.requirement ?? 'nobody', role),
    }
  }

  function isRecent(date: Date | null) {
    return date !== null && now().getTime() - date.getTime() < CONFIRMED_MS
  }

  function confirm(tx: Writer, id: string) {
    return rows.confirmSession(tx, id, now())
  }

  type Seen = Awaited<ReturnType<typeof rows.findSession>>

  // Runs beside the request and ignores errors, because a lost update is repeated with the next request.
  function noteSeen({ id, userId, impersonatorId, createdDate, lastSeenDate }: NonNullable<Seen>['session']) {
    const date = now()
    const isFresh = date.getTime() - (lastSeenDate ?? createdDate).getTime() < SEEN_EVERY_MS
    if (isFresh || beingSeen.has(id)) {
      return
    }
    beingSeen.add(id)
    store
      .transaction(async (tx) => {
        await rows.markSessionSeen(tx, id, date)
        await (!impersonatorId && rows.markUserSeen(tx, userId, date))
      }, 'deferred')
      .catch(() => undefined)
      .finally(() => beingSeen.delete(id))
  }

  /** Sessions of the caller, newest first. Impersonations appear in the audit trail instead. */
  async function list({ id: userId, sessionId }: Caller) {
    const found = await rows.listSessionsOf(store.db, userId, now())
    return found.map(({ id, userAgent, address, method, createdDate, lastSeenDate, expiresDate }) => ({
      id: publicId(id),
      device: describeDevice(userAgent),
      address,
      method,
      createdDate,
      lastSeenDate,
      expiresDate,
      isCurrent: id === sessionId,
    }))
  }

  /** Throws NOT_FOUND for a session of another user. */
  async function end(caller: Caller, id: string, { address }: RequestOrigin) {
    const found = await rows.listSessionsOf(store.db, caller.id, now())
    const session = found.find((each) => publicId(each.id) === id) ?? rejectUnknown()
    await store.transaction(async (tx) => {
      await rows.deleteSession(tx, session.id)
      await audit.append(tx, ending(caller, address, describeDevice(session.userAgent)))
    })
  }

  /** Ends all other sessions, including impersonations of the caller. */
  async function endOthers(caller: Caller, { address }: RequestOrigin) {
    await store.transaction(async (tx) => {
      await rows.deleteSessionsOf(tx, caller.id, caller.sessionId ?? '')
      await audit.append(tx, ending(caller, address, 'all others'))
    })
  }

  /** Called on a change of password, email or role, and on deletion. */
  function endAll(tx: Writer, userId: string) {
    return rows.deleteSessionsOf(tx, userId)
  }

  /** Deletes expired rows and records expired impersonations. */
  function sweep() {
    return store.transaction(async (tx) => {
      const expired = await rows.deleteStale(tx, now())
      for (const { userId, impersonatorId, reason, createdDate } of expired) {
        if (impersonatorId) {
          const details = { reason, begunDate: createdDate.toISOString() }
          const who = { actorId: impersonatorId, onBehalfOf: userId, subjectId: userId, address: '' }
          await audit.append(tx, { kind: 'security', action: 'auth.impersonationExpired', ...who, details })
        }
      }
    })
  }

  return { open, find, confirm, list, end, endOthers, endAll, sweep }
}

function ending({ id }: Caller, address: string, device: string) {
  const who = { actorId: id, subjectId: id, address }
  return { kind: 'security' as const, action: 'auth.endSession', ...who, details: { device } }
}

/** Identifies a session to its user without revealing its database key. */
function publicId(id: string) {
  return hash('sha256', `session:${id}`, 'base64url').slice(0, 22)
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This session has ended already.')
}

export type SessionsService = ReturnType<typeof createSessionsService>
