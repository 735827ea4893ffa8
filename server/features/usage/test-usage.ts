import type { Opening } from '#server/features/runs/runs.service.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { noUsage, type Usage } from '#shared/runs.ts'

type Spending = Partial<Opening> & {
  model?: string
  provider?: string
  paidBy?: 'platform' | 'owner'
  usage?: Partial<Usage>
  worstCase?: { input: number; output?: number }
}

/** Costs 30 micro-dollars of the demo model: 100 × $0.10 and 50 × $0.40 a million. */
const cheap = { input: 100, output: 50 }

export async function openUsage({ env = {} }: { env?: Record<string, string> } = {}) {
  let time = new Date('2026-11-21T10:00:00Z')
  const world = await createTestApp({ now: () => time, env })
  const admin = await world.signUp('root')
  const ada = await world.signUp('ada')
  const makeFlow = (name: string) =>
    world.services.flows.create(ada.user.id, {
      name,
      type: 'CHATFLOW',
      flowData: '{"nodes":[],"edges":[]}',
    }) as Promise<{ id: string; versionId: string }>
  const [shop, desk] = [await makeFlow('Shop'), await makeFlow('Desk')]

  async function start({ model = 'flowtill-demo', provider = 'flowtill', ...spending }: Spending = {}) {
    const {
      paidBy = 'platform',
      worstCase = { input: 1_000, output: 1_000 },
      usage = cheap,
      ...opening
    } = spending
    const run = world.services.runs.start({
      flowId: shop.id,
      versionId: shop.versionId,
      userId: ada.user.id,
      chatId: 'chat',
      sessionId: 'chat',
      chatType: 'INTERNAL',
      memoryType: undefined,
      question: 'Hello?',
      leadEmail: undefined,
      messageId: world.services.newId(),
      ...opening,
    })
    let calls = 0
    async function call() {
      calls += 1
      const named = { nodeId: 'model_0', callId: `model_0:${calls}` }
      await run.log.append({ type: 'model_called', ...named, provider, model, paidBy, worstCase })
      return () =>
        run.log.append({
          type: 'model_finished',
          ...named,
          reply: { text: 'Hi', usage: { ...noUsage, ...usage }, estimated: false },
        })
    }
    async function end() {
      await run.log.append({ type: 'run_finished', text: 'Hi', usage: noUsage })
      run.close()
    }
    return { run, call, end }
  }

  async function answer(spending: Spending = {}) {
    const { call, end } = await start(spending)
    const finish = await call()
    await finish()
    await end()
  }

  const at = (date: string) => {
    time = new Date(date)
  }
  return { ...world, admin, ada, shop, desk, start, answer, at }
}
