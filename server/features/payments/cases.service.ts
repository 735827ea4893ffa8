import type { Reader, Store, Writer } from '#server/db/store.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import * as rows from './cases.repository.ts'
import type { PaymentCaseRow } from './payments.table.ts'

type Deps = { store: Store; newId: NewId; now: () => Date }
type NewCase = Pick<PaymentCaseRow, 'kind' | 'subject' | 'details'>

export function createCasesService({ store, newId, now }: Deps) {
  /** Runs in the caller's transaction. No effect when a case on the same subject is open: the first details stay. */
  async function open(tx: Writer, { kind, subject, details }: NewCase) {
    await rows.insertCase(tx, {
      id: newId(),
      kind,
      subject,
      details,
      createdDate: now(),
      closedDate: null,
      closedBy: null,
      note: null,
    })
  }

  /** Newest first. */
  function list({ open: onlyOpen = false }: { open?: boolean | undefined } = {}) {
    return rows.listCases(store.db, onlyOpen)
  }

  async function get(id: string) {
    return (await rows.findCase(store.db, id)) ?? rejectUnknown()
  }

  /** Throws CONFLICT when it was closed by another admin. */
  async function close(tx: Writer, id: string, { by, note }: { by: string; note: string }) {
    const closed = await rows.closeCase(tx, id, { closedDate: now(), closedBy: by, note })
    return closed ?? rejectClosed()
  }

  async function clear(tx: Writer, kind: NewCase['kind'], subject: string, note: string) {
    await rows.closeCasesAbout(tx, kind, subject, { closedDate: now(), closedBy: 'system', note })
  }

  async function has(db: Reader, kind: NewCase['kind'], subject: string) {
    return Boolean(await rows.findCaseAbout(db, kind, subject))
  }

  return { open, list, get, close, clear, has }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This case does not exist.')
}

function rejectClosed(): never {
  throw new AppError('CONFLICT', 'This case is closed already.')
}

export type CasesService = ReturnType<typeof createCasesService>
