import fc from 'fast-check'
import type { Store, Writer } from '#server/db/store.ts'
import type { WalletService } from './wallet.service.ts'

type Deps = { store: Store; wallet: WalletService }
type ModelHold = { id: string; amount: number; closed?: number }
type ModelPosting = { id: string; amount: number; delta: number; isReversed: boolean }

const later = new Date('2100-01-01')
const system = { actorKind: 'system', actorId: 'test' } as const
const admin = { actorKind: 'admin', actorId: 'root', reason: 'By hand' } as const

const signs = { topup: 1, promotion: 1, credit: 1, usage: -1, debit: -1, refund: -1 } as const
const kinds = Object.keys(signs) as (keyof typeof signs)[]
const acts = [...kinds, 'hold', 'capture', 'void', 'reverse', 'reverse', 'reverse', 'reverse'] as const

type Step = { act: (typeof acts)[number]; kind: keyof typeof signs; key: number; amount: number }
const someStep = fc.record({
  act: fc.constantFrom(...acts),
  kind: fc.constantFrom(...kinds),
  key: fc.integer({ min: 0, max: 2 }),
  amount: fc.integer({ min: 1, max: 1_000 }),
})

/**
 * Compares random sequences with a map of numbers: every result and balance must match. Throws the shortest
 * sequence that does not.
 */
export async function compareWithModel({ store, wallet }: Deps, numRuns: number, maxLength: number) {
  let sequence = 0
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 1, maxLength }), async (steps) => {
      const userId = `user-${sequence++}`
      await store.transaction((tx) => wallet.open(tx, userId))
      const model = createModel()
      for (const [index, step] of steps.entries()) {
        const outcome = await store
          .transaction((tx) => carryOut(tx, userId, step))
          .then(
            ({ id }) => model.done(step, id),
            (error) => error.code ?? error,
          )
        const expected = model.expect(step)
        const { balanceMicro, availableMicro } = await wallet.balanceOf(userId)
        const [seen, target] = [
          { outcome, balanceMicro, availableMicro },
          { outcome: expected, balanceMicro: model.balance(), availableMicro: model.available() },
        ]
        if (JSON.stringify(seen) !== JSON.stringify(target)) {
          throw new Error(`Step ${index} ${JSON.stringify(step)}: ${JSON.stringify({ seen, target })}`)
        }
      }

      function carryOut(tx: Writer, user: string, step: Step): Promise<{ id: string }> {
        const { act, key, amount: amountMicro } = step
        const holdId = model.holdId(key)
        switch (act) {
          case 'hold':
            return wallet.hold(tx, {
              userId: user,
              amountMicro,
              reference: `hold:${key}`,
              expiresDate: later,
            })
          case 'capture':
            return wallet.capture(tx, { holdId, amountMicro })
          case 'void':
            return wallet.void(tx, holdId)
          case 'reverse':
            return wallet.reverse(tx, {
              postingId: model.postingId(step.kind, key),
              reason: 'Taken back',
              actor: system,
            })
          default: {
            const actor = act === 'credit' || act === 'debit' ? admin : system
            return wallet.post(tx, {
              kind: act,
              userId: user,
              amountMicro,
              reference: `${act}:${key}`,
              actor,
            })
          }
        }
      }
    }),
    { numRuns },
  )
}

/**
 * A naive model of the ledger. `done` records the id of a step; `expect` then applies the step and returns the
 * expected result.
 */
function createModel() {
  const postings = new Map<string, ModelPosting>()
  const holds = new Map<number, ModelHold>()
  let given = ''
  let balance = 0
  const held = () =>
    [...holds.values()].reduce((sum, { closed, amount }) => sum + (closed === undefined ? amount : 0), 0)
  const affords = (delta: number) => balance - held() + delta >= 0

  function post(kind: keyof typeof signs, key: number, amount: number) {
    const earlier = postings.get(`${kind}:${key}`)
    if (earlier) {
      return earlier.amount === amount ? 'done' : 'CONFLICT'
    }
    const delta = signs[kind] * amount
    if (!affords(delta)) {
      return 'INSUFFICIENT_FUNDS'
    }
    postings.set(`${kind}:${key}`, { id: given, amount, delta, isReversed: false })
    balance += delta
    return 'done'
  }

  function reverse(kind: keyof typeof signs, key: number) {
    const posting = postings.get(`${kind}:${key}`)
    if (!posting) {
      return 'NOT_FOUND'
    }
    if (posting.isReversed) {
      return 'done'
    }
    if (!affords(-posting.delta)) {
      return 'INSUFFICIENT_FUNDS'
    }
    posting.isReversed = true
    balance -= posting.delta
    return 'done'
  }

  function hold(key: number, amount: number) {
    const earlier = holds.get(key)
    if (earlier) {
      return earlier.amount === amount ? 'done' : 'CONFLICT'
    }
    if (!affords(-amount)) {
      return 'INSUFFICIENT_FUNDS'
    }
    holds.set(key, { id: given, amount })
    return 'done'
  }

  function close(key: number, amount: number | undefined) {
    const open = holds.get(key)
    if (!open) {
      return 'NOT_FOUND'
    }
    if (amount === undefined) {
      open.closed ??= 0
      return 'done'
    }
    if (open.closed !== undefined) {
      return open.closed === amount ? 'done' : 'CONFLICT'
    }
    open.closed = amount
    balance -= Math.min(amount, open.amount)
    return 'done'
  }

  return {
    balance: () => balance,
    available: () => balance - held(),
    holdId: (key: number) => holds.get(key)?.id ?? 'none',
    postingId: (kind: string, key: number) => postings.get(`${kind}:${key}`)?.id ?? 'none',
    done(_step: Step, id: string) {
      given = id
      return 'done'
    },
    expect({ act, kind, key, amount }: Step) {
      const answers = {
        hold: () => hold(key, amount),
        capture: () => close(key, amount),
        void: () => close(key, undefined),
        reverse: () => reverse(kind, key),
      }
      return act in answers
        ? answers[act as keyof typeof answers]()
        : post(act as keyof typeof signs, key, amount)
    },
  }
}
