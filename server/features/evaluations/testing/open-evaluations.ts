import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Evaluation } from '#shared/evaluations.ts'

/** A user with a published flow on the sandbox. `ask` calls a procedure and expects it to succeed. */
export async function openEvaluations(flowData = aDemoFlow(), type = 'CHATFLOW') {
  const world = await createTestApp({ listen: true })
  const ada = await world.signUp('ada')
  const body = { name: 'Shop', type, flowData }
  const { id: flowId } = (await ada.call('POST', '/chatflows', body)).json<{ id: string }>()

  async function call(path: string, input: object) {
    const { _def } = (await import('#server/router.ts')).appRouter
    const type = (_def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]?._def.type
    const query = `?input=${encodeURIComponent(JSON.stringify(input))}`
    return world.app.inject(
      type === 'query'
        ? { method: 'GET', url: `/trpc/${path}${query}`, headers: ada.headers }
        : { method: 'POST', url: `/trpc/${path}`, headers: ada.headers, payload: input },
    )
  }

  async function ask(path: string, input: object) {
    const response = await call(path, input)
    if (response.statusCode !== 200) {
      throw new Error(`${path}: ${response.body}`)
    }
    return response.json().result.data
  }

  /** The sentence of the error. */
  const rejected = async (path: string, input: object): Promise<string> =>
    (await call(path, input)).json().error.data.error.message

  async function addSet(csv: string, config: object): Promise<string> {
    const { id } = await ask('datasets.create', { name: 'Sums', flowId, csv })
    const { id: evaluatorId } = await ask('evaluators.add', { name: 'Check', config })
    await ask('datasets.update', { id, evaluatorIds: [evaluatorId] })
    return id
  }

  async function settled(id: string): Promise<Evaluation> {
    for (;;) {
      const found: Evaluation = await ask('evaluations.get', { id })
      if (found.state !== 'running') {
        return found
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** The first user is an ADMIN, who may also correct balances. */
  async function moveBalance(amount: string) {
    await ada.stepUp()
    const headers = { ...ada.headers, 'idempotency-key': `test:${amount}` }
    const payload = { userId: ada.user.id, amount }
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/v1/wallets/credit',
      headers,
      payload,
    })
    if (response.statusCode !== 200) {
      throw new Error(response.body)
    }
  }

  return {
    ...world,
    ...{ ada, flowId, ask, rejected, addSet, settled },
    async spendAll() {
      const { balance } = (await ada.call('GET', '/wallets/me')).json<{ balance: number }>()
      await moveBalance(`-${(balance - 0.000001).toFixed(6)}`)
    },
    topUp: () => moveBalance('5'),
  }
}
