/** A bug inserted into the product's source while bundling. The harness must find it, or it proves nothing. */
export type Mutant = { edits: readonly Edit[] }
type Edit = { file: string; find: string; put: string }

/** Between the two halves of what a mutant tears apart. Most kills fall into it, so few are needed. */
const GAP_MS = 300

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
        put: `setTimeout(() => store.transaction((later) => wallet.post(later, topup)).catch(() => undefined), ${GAP_MS})\n    const topup = ({`,
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
          `await 0; setTimeout(() => store.transaction(work).catch(() => undefined), ${GAP_MS})\n    return { oid, outcome: 'credited' as const }\n    async function work(tx: any) {\n      await 0; return (`,
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
        put: `setTimeout(() => store.transaction((later) => write(later)).catch(() => undefined), ${GAP_MS})\n    const write = (later: any) => audit.append(later, {`,
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

/** Bugs of agent runs, for the harness that kills them. */
export const agentMutants = {
  'a reply is recorded after it was used': {
    edits: [
      {
        file: '/record-model.ts',
        find: "log.note({ type: 'model_finished', nodeId, callId: requested.callId, reply })",
        put: "setTimeout(() => log.note({ type: 'model_finished', nodeId, callId: requested.callId, reply }), 60)",
      },
    ],
  },
  'claims test nothing': {
    edits: [
      {
        file: '/runs.repository.ts',
        find: 'eq(runs.state, state),\n        owner === null ? isNull(runs.owner) : eq(runs.owner, owner),\n        owner === null ? undefined : ne(runs.owner, processId),',
        put: '',
      },
      {
        file: '/runs.repository.ts',
        find: 'or(isNull(runs.owner), notInArray(runs.owner, [...alive])),',
        put: 'sql`${alive.length} > 0`,',
      },
      { file: '/claim-run.ts', find: '!isOpen(id)', put: '!isOpen("")' },
    ],
  },
  'a resumed step repeats its tools': {
    edits: [
      {
        file: '/record-tool.ts',
        find: 'const known = findResult(log, call)\n    if (known) {\n      return resultOf(known)',
        put: 'const known = findResult(log, call)\n    if (known && known.text === "") {\n      return resultOf(known)',
      },
    ],
  },
  'a recorded reply is not used': {
    edits: [
      { file: '/record-model.ts', find: 'const reply = replyIn(past)', put: 'const reply = replyIn([])' },
    ],
  },
  'an uncertain call counts as done': {
    edits: [
      {
        file: '/record-tool.ts',
        find: 'const { type, value } = answerTo(callId, call)',
        put: "const { type, value } = { type: 'done', value: call.args } as any",
      },
    ],
  },
  'an uncertain call counts as not done': {
    edits: [
      {
        file: '/record-tool.ts',
        find: "effect === 'write'",
        put: "effect === 'none' as any",
      },
    ],
  },
  'call ids without the visit': {
    edits: [
      {
        file: '/prepare-call.ts',
        find: '`${step.key}:${id}`',
        put: '`${step.key.replace(/#\\d+$/, "#1")}:${id}`',
      },
      {
        file: '/open-component.ts',
        find: '${open.entry.key}',
        put: '${open.entry.key.replace(/#\\d+$/, "#1")}',
      },
    ],
  },
  'a claim leaves holds open': {
    edits: [
      {
        file: '/close-call.ts',
        find: '!ended.has(callId)',
        put: '!ended.has(callId) && callId === ""',
      },
    ],
  },
  'a claim closes every call again': {
    edits: [{ file: '/close-call.ts', find: '!ended.has(callId)', put: 'callId !== ""' }],
  },
  'an answer is read, then written': {
    edits: [
      {
        file: '/claim-run.ts',
        find: 'return store.transaction(async (tx) => {',
        put: 'await new Promise((resolve) => setTimeout(resolve, 5)); return store.transaction(async (tx) => {',
      },
      {
        file: '/claim-run.ts',
        find: '!(await rows.deleteWait(tx, run.id, answered.waitId))',
        put: '(await rows.deleteWait(tx, run.id, answered.waitId)) === null as any',
      },
      {
        file: '/runs.repository.ts',
        find: 'eq(runs.state, state),\n        owner === null ? isNull(runs.owner) : eq(runs.owner, owner),\n        owner === null ? undefined : ne(runs.owner, processId),',
        put: '',
      },
    ],
  },
  'a parent is not woken after a crash': {
    edits: [
      {
        file: '/claim-run.ts',
        find: 'childWaits: () => rows.listChildWaits(store.db)',
        put: 'childWaits: async () => [] as Awaited<ReturnType<typeof rows.listChildWaits>>',
      },
    ],
  },
  'ids of called runs are random': {
    edits: [
      {
        file: '/record-flow-call.ts',
        find: 'await digest([runId, callId])',
        put: 'await digest([runId, callId, Math.random()])',
      },
    ],
  },
  'items merge in the order of finishing': {
    edits: [
      {
        file: '/run-program.ts',
        find: 'items.items.map((_, index) => textOf(items.done.get(index)))',
        put: '[...items.done.values()].map(textOf)',
      },
    ],
  },
  'the begin of a write is only noted': {
    edits: [
      {
        file: '/record-tool.ts',
        find: "await log.append({\n    type: 'tool_called',\n    ...{ nodeId, callId: id, tool, args, effect },\n    ...(isSimulated && { isSimulated: true }),\n  })",
        put: "setTimeout(() => log.note({ type: 'tool_called', nodeId, callId: id, tool, args, ...(effect && { effect }) }), 15)",
      },
    ],
  },
} satisfies Record<string, Mutant>

export type AgentMutantName = keyof typeof agentMutants
export type MutantName = keyof typeof mutants | AgentMutantName

export function isAgentMutant(name: string): name is AgentMutantName {
  return Object.hasOwn(agentMutants, name)
}
