import { hash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Reader, Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { NewId } from '#server/ids.ts'
import type { createApiKeyInput, updateApiKeyInput } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import * as rows from './api-keys.repository.ts'

const KEY_PREFIX = 'ftk_'
/** Maximum staleness of "last used": a write on every call would cost more than the call. */
const USED_EVERY_MS = 60_000

type BoundFlow = { keyId: string | null; name: string; category: string | null; updatedDate: Date }

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  audit: Pick<AuditService, 'recordIn'>
  /** The flows that answer to one of these keys alone. */
  listBoundTo(db: Reader, keyIds: string[]): Promise<BoundFlow[]>
}

/** API keys of ADMINs, with selected permissions. Shown once, stored as hashes. */
export function createApiKeysService({ store, newId, now, audit, listBoundTo }: Deps) {
  async function authenticate(key: string): Promise<Caller | null> {
    const hash = hashKey(key)
    const found = key.startsWith(KEY_PREFIX)
      ? await store.recall(['api_keys', 'users'], `key:${hash}`, () => rows.findByHash(store.db, hash))
      : undefined
    if (!found) {
      return null
    }
    const { id: apiKeyId, permissions, lastUsedDate } = found.key
    const { id, username, role } = found.user
    if (now().getTime() - (lastUsedDate?.getTime() ?? 0) > USED_EVERY_MS) {
      await store.transaction((tx) => rows.updateKey(tx, id, apiKeyId, { lastUsedDate: now() }))
    }
    return { id, username, role, via: 'key', sessionId: null, impersonatorId: null, apiKeyId, permissions }
  }

  async function list(userId: string) {
    const keys = await rows.listKeys(store.db, userId)
    const bound =
      keys.length > 0
        ? await listBoundTo(
            store.db,
            keys.map(({ id }) => id),
          )
        : []
    return keys.map(({ hash: _, ending, userId: __, ...key }) => ({
      ...key,
      apiKey: `${KEY_PREFIX}…${ending}`,
      chatFlows: bound
        .filter(({ keyId }) => keyId === key.id)
        .map(({ name, category, updatedDate }) => ({
          flowName: name,
          category: category ?? '',
          updatedDate,
        })),
    }))
  }

  async function find(
    userId: string,
    id: string,
  ): Promise<{ keyName: string; permissions: string[] } | undefined> {
    return rows.findKey(store.db, userId, id)
  }

  /** Returns the whole list, as clients expect, with the new key in full this one time. */
  async function create(caller: Caller, input: z.infer<typeof createApiKeyInput>, origin: RequestOrigin) {
    const { id: userId } = caller
    const { keyName, permissions } = input
    const key = KEY_PREFIX + randomBytes(32).toString('base64url')
    const date = now()
    const id = newId()
    const dates = { lastUsedDate: null, createdDate: date, updatedDate: date }
    const row = { id, userId, keyName, permissions, hash: hashKey(key), ending: key.slice(-4), ...dates }
    await store.transaction(async (tx) => {
      await rows.insertKey(tx, row)
      await record(tx, 'apiKeys.create', { caller, origin, input })
    })
    return (await list(userId)).map((each) => (each.id === id ? { ...each, apiKey: key } : each))
  }

  async function update(caller: Caller, input: z.infer<typeof updateApiKeyInput>, origin: RequestOrigin) {
    const { id, ...changes } = input
    await store.transaction(async (tx) => {
      const updated = await rows.updateKey(tx, caller.id, id, { ...changes, updatedDate: now() })
      await (updated ? record(tx, 'apiKeys.update', { caller, origin, input }) : rejectUnknown())
    })
    return list(caller.id)
  }

  function remove(caller: Caller, id: string, origin: RequestOrigin) {
    return store.transaction(async (tx) => {
      const affected = await rows.deleteKey(tx, caller.id, id)
      await (affected > 0 ? record(tx, 'apiKeys.remove', { caller, origin, input: { id } }) : rejectUnknown())
      return { affected, raw: [] as [] }
    })
  }

  function record(
    tx: Writer,
    action: string,
    act: { caller: Caller; origin: RequestOrigin; input: unknown },
  ) {
    return audit.recordIn(tx, { route: action, kind: 'security', ...act })
  }

  return { authenticate, find, list, create, update, remove }
}

function hashKey(key: string) {
  return hash('sha256', key, 'base64url')
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This API key does not exist.')
}

export type ApiKeysService = ReturnType<typeof createApiKeysService>
