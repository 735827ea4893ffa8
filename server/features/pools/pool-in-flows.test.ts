import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { referenceTo } from '#shared/flow-file.ts'
import type { PoolSummary } from '#shared/pools.ts'
import { openPools } from './testing/pool-world.ts'

const museum = 'The museum of glass opens at ten in the morning.'

function aGuide(pool: string) {
  return buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'documentPool', inputs: { pool } },
    {
      name: 'conversationalRetrievalQAChain',
      inputs: {
        model: referenceTo('flowtillDemoModel_0'),
        vectorStoreRetriever: referenceTo('documentPool_0'),
        returnSourceDocuments: true,
      },
    },
  ])
}

test('a flow of its owner answers from a pool; for a flow of anyone else, there is none', async () => {
  const { root, ada, ben, create, addText, call } = await openPools()
  const poolId = await create(ada)
  await addText(ada, poolId, museum)
  const ask = async (who: typeof ada) => {
    const body = { name: 'Guide', type: 'CHATFLOW', flowData: JSON.stringify(aGuide(poolId)) }
    const { id } = (await who.call('POST', '/chatflows', body)).json<{ id: string }>()
    return (await who.call('POST', `/prediction/${id}`, { question: 'When does the museum open?' })).json()
  }

  const answer = await ask(ada)

  expect(answer.text).toMatch(/ten/)
  expect(answer.sourceDocuments[0].pageContent).toBe(museum)
  expect(await ask(ben)).toMatchObject({ code: 'NOT_FOUND' })
  // Also of an admin, who sees every pool: a flow spends what its owner has.
  expect(await ask(root)).toMatchObject({ code: 'NOT_FOUND' })
  expect((await call<PoolSummary[]>(ada, 'list'))[0]?.usedIn.map(({ name }) => name)).toEqual(['Guide'])
})

test('the node offers the pools of its author, and steps offer them beside stores', async () => {
  const { root, ada, create } = await openPools()
  const own = await create(root)
  await create(ada, 'Of another')
  const store = (await root.call('POST', '/document-store/store', { name: 'Manual' })).json<{ id: string }>()
  const list = async (node: string, loadMethod: string) =>
    (await root.call('POST', `/node-load-method/${node}`, { name: node, loadMethod })).json()

  expect(await list('documentPool', 'listPools')).toMatchObject([{ name: own, label: 'Shop knowledge' }])
  expect(await list('documentStoreVS', 'listStores')).toMatchObject([{ name: store.id, label: 'Manual' }])
  expect(await list('agentAgentflow', 'listStores')).toMatchObject([
    { name: `${store.id}:Manual` },
    { name: `${own}:Shop knowledge` },
  ])
})
