import type { Value } from '#server/db/move/moved-table.ts'
import type { AuditEntryRow } from '#server/features/audit/audit.table.ts'
import { BEGINNING, chain } from '#server/features/audit/chain.ts'
import type { Filled } from './generate-rows.ts'

/** The columns of a row, by name. */
export type Fields = Record<string, Value>

/** `place` is that of the row in its table. */
type Context = { place: number; filled: Filled }

/** What a table needs besides types and references, by column. `undefined` where it takes no more rows. */
type Completion = (fields: Fields, context: Context) => Fields | undefined

const completions: Record<string, Completion> = {
  accounts: (_, context) => {
    const userId = at(context, 'users')?.id ?? null
    return { ...emptyAccount, id: `wallet:${userId}`, kind: 'wallet', user_id: userId }
  },
  postings: ({ kind: _, ...fields }, context) => ({
    ...fields,
    ...{ kind: 'promotion', actor_kind: 'system', scope: walletOf(context), reverses: null, legs: '1' },
  }),
  transfers: (_, context) => ({
    ...{ leg: '0', debit_account: 'promotions', credit_account: walletOf(context) },
    // Beyond 32 bits.
    ...{ amount_micro: String(9_000_000_000 + context.place), hold_id: null },
  }),
  holds: (_, context) => ({
    ...{ account_id: walletOf(context), status: 'open', captured_micro: null, amount_micro: '1000' },
  }),
  model_calls: () => ({ cost_micro: '0' }),
  usage_days: () => ({ cost_micro: '0' }),
  payment_orders: () => ({ state: 'created', paid_kurus: null, refunded_kurus: '0', refunded_micro: '0' }),
  exchange_rates: () => ({ forex_buying_e4: '410000', forex_selling_e4: '420000' }),
  wallet_approvals: () => ({ kind: 'credit', reverses: null, state: 'pending', decided_by: null }),
  audit_entries: (fields, context) => {
    const last = context.filled.get('audit_entries')?.at(-1)
    const changed = { posting_id: null, number: String(Number(last?.number ?? 0) + 1) }
    return { ...changed, hash: chain(last?.hash ?? BEGINNING, toEntry({ ...fields, ...changed })) }
  },
  default_models: (_, { filled }) =>
    (filled.get('default_models') ?? []).length > 0 ? undefined : { id: 'default', local_service: null },
  // Far apart, because a migration gives numbers to those without one.
  messages: ({ number }) => ({ number: typeof number === 'string' ? `${number}000` : null }),
  runs: () => ({ program: null, state: 'finished' }),
  run_log: () => ({ events: '[]' }),
  jobs: () => ({ state: 'completed' }),
  users: () => ({ founder: null }),
}

const emptyAccount = { debits_micro: '0', credits_micro: '0', held_micro: '0', updated_date: null }

/** The row with what its table needs. Columns that the table does not have yet are left out. */
export function completeRow(table: string, fields: Fields, context: Context): Fields | undefined {
  const completion = completions[table]
  if (!completion) {
    return fields
  }
  const completed = completion(fields, context)
  return (
    completed &&
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        name in completed ? (completed[name] ?? null) : value,
      ]),
    )
  )
}

const at = ({ place, filled }: Context, table: string) => {
  const rows = filled.get(table) ?? []
  return rows[place % Math.max(1, rows.length)]
}

/** Of the user at the same place. */
const walletOf = (context: Context) => at(context, 'accounts')?.id ?? null

function toEntry(fields: Fields) {
  return {
    id: fields.id ?? '',
    number: Number(fields.number),
    kind: fields.kind as AuditEntryRow['kind'],
    action: fields.action ?? '',
    actorId: fields.actor_id ?? null,
    actorName: fields.actor_name ?? '',
    onBehalfOf: fields.on_behalf_of ?? null,
    subjectId: fields.subject_id ?? null,
    details: JSON.parse(fields.details ?? '{}'),
    address: fields.address ?? '',
    postingId: fields.posting_id ?? null,
    createdDate: new Date(Number(fields.created_date)),
  }
}
