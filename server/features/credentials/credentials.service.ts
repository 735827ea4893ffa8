import type { z } from 'zod'
import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Reader, Store, Writer } from '#server/db/store.ts'
import type { Credential, NodeDefinition } from '#server/engine/define-node.ts'
import type { OpenedCredential, Ports } from '#server/engine/ports.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { NewId } from '#server/ids.ts'
import {
  type createCredentialInput,
  type testCredentialInput,
  UNCHANGED_SECRET,
  type updateCredentialInput,
} from '#shared/credentials.ts'
import { AppError } from '#shared/errors.ts'
import { createCredentialKinds } from './credential-kinds.ts'
import * as rows from './credentials.repository.ts'
import type { CredentialRow } from './credentials.table.ts'
import { SANDBOX_ADDRESS, sandboxCredentials } from './sandbox-credentials.ts'
import { aboutCredential, seal, unseal } from './seal.ts'
import { tryCredential } from './try-credential.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  audit: Pick<AuditService, 'recordIn'>
  key: Buffer
  kinds: ReadonlyMap<string, Credential>
  catalogue: ReadonlyMap<string, NodeDefinition>
  ports: Pick<Ports, 'listModels'>
  sandboxUrl(): string
  isDefault(db: Reader, id: string): Promise<boolean>
}
type Values = Record<string, unknown>

const SEALED_ELSEWHERE = 'This credential was sealed with another key. Enter its values again.'

/** API keys of external services. Secrets are write-only, and credentials of other users do not exist. */
export function createCredentialsService(deps: Deps) {
  const { store, newId, now, key, audit, sandboxUrl } = deps
  const kinds = createCredentialKinds(deps)

  async function list({ id }: Caller, names: string[] | undefined) {
    return (await rows.listUsable(store.db, id, names)).map((row) => toShown(row, id))
  }

  async function get({ id: userId }: Caller, id: string) {
    const row = await getOwn(store.db, userId, id)
    return { ...toShown(row, userId), plainDataObj: withoutSecrets(row) }
  }

  async function create(caller: Caller, input: z.infer<typeof createCredentialInput>, origin: RequestOrigin) {
    return store.transaction((tx) => createIn(tx, caller, input, origin))
  }

  /** Runs in the caller's transaction; the audit entry is its last write. */
  async function createIn(
    tx: Writer,
    caller: Caller,
    input: z.infer<typeof createCredentialInput>,
    origin: RequestOrigin,
    id = newId(),
  ) {
    const { name, credentialName, plainDataObj, shared = false } = input
    rejectSharing(shared, caller)
    const values = readValues(credentialName, plainDataObj)
    const date = now()
    const row = { id, userId: caller.id, name, credentialName, shared, createdDate: date, updatedDate: date }
    const sealed = seal(key, values, aboutCredential(row))
    await rows.insertCredential(tx, { ...row, sealed })
    await record(tx, 'credentials.create', { caller, origin, input })
    return toShown({ ...row, sealed }, caller.id)
  }

  function update(caller: Caller, input: z.infer<typeof updateCredentialInput>, origin: RequestOrigin) {
    const { id, name, plainDataObj, shared } = input
    rejectSharing(shared ?? false, caller)
    return store.transaction(async (tx) => {
      const row = await getOwn(tx, caller.id, id)
      await (shared === false && rejectDefault(tx, id))
      const values = plainDataObj && readValues(row.credentialName, withStored(plainDataObj, row))
      const sealed = values && seal(key, values, aboutCredential(row))
      const updated = await rows.updateCredential(tx, id, { name, shared, sealed, updatedDate: now() })
      await record(tx, 'credentials.update', { caller, origin, input })
      return toShown(updated ?? rejectUnknown(), caller.id)
    })
  }

  function remove(caller: Caller, id: string, origin: RequestOrigin) {
    return store.transaction(async (tx) => {
      await getOwn(tx, caller.id, id)
      await rejectDefault(tx, id)
      await rows.deleteCredential(tx, id)
      await record(tx, 'credentials.remove', { caller, origin, input: { id } })
      return { affected: 1, raw: [] as [] }
    })
  }

  async function rejectDefault(tx: Writer, id: string) {
    if (await deps.isDefault(tx, id)) {
      throw new AppError(
        'CONFLICT',
        'The default model uses this credential. Choose another default model first.',
      )
    }
  }

  // Only admin actions are audited, because only an admin's credential may be shared with all users.
  async function record(
    tx: Writer,
    action: string,
    act: { caller: Caller; origin: RequestOrigin; input: unknown },
  ) {
    await (act.caller.role === 'ADMIN' && audit.recordIn(tx, { route: action, kind: 'admin', ...act }))
  }

  async function test(
    caller: Caller,
    { id, credentialName, plainDataObj }: z.infer<typeof testCredentialInput>,
  ) {
    const row = id === undefined ? undefined : await getOwn(store.db, caller.id, id)
    const kind = row?.credentialName ?? credentialName
    const values = readValues(kind, retained(plainDataObj, row ? open(row) : {}))
    return tryCredential(deps, kind, withAddress(values))
  }

  async function uses({ id: userId }: Caller) {
    return groupUses(await rows.listUses(store.db, userId), userId)
  }

  /** Only the owner may list uses; flows of other users are counted, not named. */
  async function usesOf({ id: userId }: Caller, id: string) {
    await getOwn(store.db, userId, id)
    const [use] = groupUses(await rows.listUsesOf(store.db, id), userId)
    return use ?? { id, flows: [], others: 0 }
  }

  /** Opens the flow owner's own or a shared credential of the required kind. Throws NOT_FOUND for any other. */
  async function openFor(userId: string, id: string, kind: string): Promise<OpenedCredential> {
    const found = await store.recall(['credentials'], `credential:${id}`, () => findOpened(id))
    if (!found || found.row.credentialName !== kind || !(found.row.userId === userId || found.row.shared)) {
      throw new AppError('NOT_FOUND', 'This node’s credential was deleted. Choose another one.')
    }
    return found.opened
  }

  /** A platform credential of any kind; undefined once it is deleted or no longer shared. */
  async function openShared(id: string) {
    const found = await store.recall(['credentials'], `credential:${id}`, () => findOpened(id))
    return found?.row.shared
      ? { kind: found.row.credentialName, name: found.row.name, values: found.opened.values }
      : undefined
  }

  /** Platform credentials of these kinds, opened, by name. */
  async function listShared(kinds: readonly string[]) {
    const found = await rows.listShared(store.db, kinds)
    return found.map((row) => ({ id: row.id, kind: row.credentialName, values: withAddress(open(row)) }))
  }

  async function usable(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) {
      return new Map()
    }
    return store.recall(['credentials'], `credentials:${userId}:${ids.join()}`, async () => {
      const found = await rows.listKinds(store.db, userId, ids)
      return new Map(found.map(({ id, kind }) => [id, kind]))
    })
  }

  async function findOpened(id: string) {
    const row = await rows.findCredential(store.db, id)
    if (!row) {
      return undefined
    }
    const values = open(row)
    return { row, opened: { values: withAddress(values), platform: row.shared } }
  }

  function withAddress(values: Values): Values {
    return values.basePath === SANDBOX_ADDRESS ? { ...values, basePath: sandboxUrl() } : values
  }

  /** Shared credentials for the sandbox service, so that exported flows run without an account at a provider. */
  async function offerSandbox(tx: Writer, adminId: string) {
    const date = now()
    for (const { name, credentialName, values } of sandboxCredentials) {
      const row = { id: newId(), userId: adminId, name, credentialName, shared: true }
      const sealed = seal(key, { ...values, basePath: SANDBOX_ADDRESS }, aboutCredential(row))
      await rows.insertCredential(tx, { ...row, sealed, createdDate: date, updatedDate: date })
    }
  }

  async function getOwn(db: Reader, userId: string, id: string) {
    const row = await rows.findCredential(db, id)
    return row?.userId === userId ? row : rejectUnknown()
  }

  function open(row: CredentialRow): Values {
    try {
      return unseal(key, row.sealed, aboutCredential(row)) as Values
    } catch (cause) {
      throw new AppError('CONFLICT', SEALED_ELSEWHERE, { cause })
    }
  }

  /** New values replace those that can no longer be opened; a secret sent back masked cannot. */
  function withStored(given: Values, row: CredentialRow): Values {
    try {
      return retained(given, open(row))
    } catch (error) {
      if (Object.values(given).includes(UNCHANGED_SECRET)) {
        throw error
      }
      return given
    }
  }

  function withoutSecrets(row: CredentialRow): Values {
    const { inputs = {} } = deps.kinds.get(row.credentialName) ?? {}
    return Object.fromEntries(
      Object.entries(open(row)).map(([name, value]) => [
        name,
        inputs[name] && inputs[name].type !== 'password' ? value : UNCHANGED_SECRET,
      ]),
    )
  }

  function readValues(credentialName: string, given: Values): Values {
    const { inputs, label } = kinds.find(credentialName)
    const missing = Object.entries(inputs).filter(
      ([name, input]) => !input.optional && (given[name] ?? '') === '' && !('default' in input),
    )
    if (missing.length > 0) {
      const details = Object.fromEntries(
        missing.map(([name, input]) => [name, [`${input.label} is required`]]),
      )
      const names = missing.map(([, input]) => input.label).join(', ')
      throw new AppError('INVALID_INPUT', `${label} needs: ${names}.`, { details })
    }
    return Object.fromEntries(
      Object.keys(inputs)
        .filter((name) => (given[name] ?? '') !== '')
        .map((name) => [name, given[name]]),
    )
  }

  return {
    listKinds: kinds.list,
    getKind: kinds.get,
    list,
    get,
    create,
    createIn,
    update,
    remove,
    test,
    uses,
    usesOf,
    openFor,
    openShared,
    listShared,
    usable,
    offerSandbox,
  }
}

/** Masked values that a client sends back unchanged keep their stored value. */
function retained(given: Values, stored: Values): Values {
  return Object.fromEntries(
    Object.entries({ ...stored, ...given }).map(([name, value]) => [
      name,
      value === UNCHANGED_SECRET ? stored[name] : value,
    ]),
  )
}

function toShown({ sealed: _, userId, ...row }: CredentialRow, viewerId: string) {
  return { ...row, own: userId === viewerId }
}

type Use = { credentialId: string; flowId: string; name: string; userId: string }

function groupUses(uses: readonly Use[], viewerId: string) {
  return Object.entries(Object.groupBy(uses, ({ credentialId }) => credentialId)).map(([id, found = []]) => {
    const own = found.filter(({ userId }) => userId === viewerId)
    const flows = own.map(({ flowId, name }) => ({ id: flowId, name }))
    return { id, flows, others: found.length - own.length }
  })
}

function rejectSharing(shared: boolean, { role }: Caller) {
  if (shared && role !== 'ADMIN') {
    throw new AppError('FORBIDDEN', 'Only admins can share credentials.')
  }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This credential does not exist.')
}

export type CredentialsService = ReturnType<typeof createCredentialsService>
