/** A bug inserted into the product's source while bundling. The harness must find it, or it proves nothing. */
export type Mutant = { edits: readonly Edit[] }
type Edit = { file: string; find: string; put: string }

const receive = `const { oid, status, kurus, isTest, failure, body } = cards().readNotification(text)
    rejectIfUnsound()
    return store.transaction(async (tx) => {`

/** Disables the ledger watch, so that a removed guard is not reported. */
const unwatched: Edit = {
  file: '/ledger-watch.ts',
  find: 'if (last && last.findings.length > 0) {',
  put: 'if (last && last.findings.length < 0) {',
}

function weaken(sql: string): Edit {
  const find = 'const reader = new Database('
  return { file: '/open-sqlite.ts', find, put: `writer.exec(${JSON.stringify(sql)})\n  ${find}` }
}

export const mutants = {
  /** References need not be unique, so a resent request is posted twice. */
  'idempotency off': {
    edits: [
      unwatched,
      weaken('drop index if exists postings_reference; drop trigger if exists postings_new'),
      {
        file: '/wallet-admin.service.ts',
        find: 'key !== undefined && (await isDone(',
        put: 'key === "" && (await isDone(',
      },
    ],
  },
  /** The order is marked paid with its notification, and the wallet is credited in a later transaction. */
  'credit and notification in two transactions': {
    edits: [
      {
        file: '/settlement.ts',
        find: 'await wallet.post(tx, {',
        put: 'setTimeout(() => store.transaction((later) => wallet.post(later, topup)).catch(() => undefined), 30)\n    const topup = ({',
      },
      {
        file: '/settlement.ts',
        find: '({ now, wallet, cases, sandbox, notifications }: Deps)',
        put: '({ now, wallet, cases, sandbox, notifications, store }: any)',
      },
    ],
  },
  'OK before commit': {
    edits: [
      {
        file: '/payments.service.ts',
        find: receive,
        put: receive.replace(
          'return store.transaction(',
          "await 0; setTimeout(() => store.transaction(work).catch(() => undefined), 30)\n    return { oid, outcome: 'credited' as const }\n    async function work(tx: any) {\n      await 0; return (",
        ),
      },
      {
        file: '/payments.service.ts',
        find: 'return { oid, outcome }\n    })',
        put: 'return { oid, outcome }\n    })(tx) }',
      },
    ],
  },
  /** An ADMIN's change commits before its audit entry. */
  'audit entry in another transaction': {
    edits: [
      unwatched,
      {
        file: '/wallet-admin.service.ts',
        find: 'await audit.append(tx, {',
        put: 'setTimeout(() => store.transaction((later) => write(later)).catch(() => undefined), 30)\n    const write = (later: any) => audit.append(later, {',
      },
    ],
  },
  /** Without the CHECK and without the trigger that repeats it. */
  'no CHECK': {
    edits: [
      unwatched,
      weaken('drop trigger if exists accounts_changed; pragma ignore_check_constraints = on'),
    ],
  },
  /** Concurrent finalisers each close the hold and charge it. */
  'finaliser unguarded': {
    edits: [
      unwatched,
      weaken('drop trigger if exists holds_closed'),
      {
        file: '/wallet.repository.ts',
        find: "and(eq(holds.id, sql.placeholder('id')), eq(holds.status, 'open'))",
        put: "eq(holds.id, sql.placeholder('id'))",
      },
      {
        file: '/wallet.service.ts',
        find: "return record(tx, { scope, kind: 'usage', reference,",
        put: "return record(tx, { scope, kind: 'usage', reference: reference + '#' + Math.random(),",
      },
    ],
  },
} satisfies Record<string, Mutant>

export type MutantName = keyof typeof mutants
