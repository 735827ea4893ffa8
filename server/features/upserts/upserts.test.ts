import { expect, test } from 'vitest'
import { describeNode } from '#server/engine/describe-node.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { openFake } from '#server/upstream/vector-stores/testing/fakes.ts'
import { placeNode } from '#shared/nodes.ts'

type Point = { id: string; vector: number[]; payload: object }

async function openQdrant() {
  const points = new Map<string, Point>()
  const { origin } = await openFake(({ path, method, body }) => {
    if (path.endsWith('/exists')) {
      return { body: { result: { exists: points.size > 0 } } }
    }
    if (method === 'PUT') {
      for (const point of (body.points ?? []) as Point[]) {
        points.set(point.id, point)
      }
      return { body: { result: true } }
    }
    const expected = body.vector as number[]
    const near = (point: Point) => point.vector.reduce((sum, x, i) => sum + x * (expected[i] ?? 0), 0)
    const result = [...points.values()]
      .map((point) => ({ score: near(point), payload: point.payload }))
      .toSorted((a, b) => b.score - a.score)
    return { body: { result: result.slice(0, body.limit as number) } }
  })
  return { origin, points }
}

async function openShelf() {
  const qdrant = await openQdrant()
  const world = await createTestApp({ listen: true, env: { OUTGOING_ALLOW: new URL(qdrant.origin).host } })
  await world.signUp('root')
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const flowData = JSON.stringify(aFlow(qdrant.origin))
  const created = await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Museum', flowData })
  const { id } = created.json<{ id: string }>()
  const upsert = (who = ada, body: object = {}, route = 'upsert') =>
    who.call('POST', `/vector/${route}/${id}`, body)
  return { ...world, ada, eve, id, qdrant, upsert, flowData }
}

test('an upsert happens once despite repeated requests, is billed, and then answers', async () => {
  const { upsert, qdrant, ada, id, store, app } = await openShelf()
  const listUpserted = async () =>
    (
      await app.inject({
        url: '/trpc/runs.filled',
        query: { input: JSON.stringify({ flowId: id }) },
        headers: ada.headers,
      })
    ).json().result.data.nodes
  expect(await listUpserted()).toEqual([])

  const upserted = await upsert()
  expect(await listUpserted()).toEqual(['qdrant_0'])

  expect(upserted.json()).toMatchObject({
    numAdded: 1,
    numDeleted: 0,
    addedDocs: [{ pageContent: 'The museum opens at ten.' }],
  })
  expect(qdrant.points.size).toBe(1)
  const [call] = await store.db.select().from(modelCalls)
  expect(call).toMatchObject({ model: 'flowtill-embed', priceId: expect.any(String) })
  expect((await upsert()).statusCode).toBe(200)
  expect(qdrant.points.size).toBe(1)

  const answer = (await ada.call('POST', `/prediction/${id}`, { question: 'When does it open?' })).json()
  expect(answer.text).toContain('ten')
  const messages = (await ada.call('GET', `/chatmessage/${id}`)).json<unknown[]>()
  expect(messages).toHaveLength(2)
  expect((await store.db.select().from(runs)).map(({ state }) => state)).toEqual([
    'finished',
    'finished',
    'finished',
  ])
})

test('the flow of another user, an unknown store and a flow with two stores are rejected with a message', async () => {
  const { upsert, eve, ada, id, flowData, qdrant } = await openShelf()

  expect((await upsert(eve)).json()).toMatchObject({ code: 'NOT_FOUND' })
  expect((await upsert(ada, { stopNodeId: 'chroma_0' })).json()).toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no such store in this flow.',
  })
  const file = JSON.parse(flowData)
  const second = structuredClone(file.nodes.find((node: { id: string }) => node.id === 'qdrant_0'))
  second.id = 'qdrant_1'
  second.data.id = 'qdrant_1'
  const edges = file.edges.filter(({ target }: { target: string }) => target === 'qdrant_0')
  file.edges.push(...edges.map((edge: object) => ({ ...edge, target: 'qdrant_1' })))
  await ada.call('PUT', `/chatflows/${id}`, {
    flowData: JSON.stringify({ ...file, nodes: [...file.nodes, second] }),
  })

  const unsaid = await upsert()
  expect(unsaid.json()).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('qdrant_1') })
  expect((await upsert(ada, { stopNodeId: 'qdrant_1' }, 'internal-upsert')).json()).toMatchObject({
    numAdded: 1,
  })
  expect(qdrant.points.size).toBe(1)
})

test('an upsert from the canvas uses the draft; one from outside uses the published version', async () => {
  const { upsert, ada, app, id, flowData, qdrant } = await openShelf()
  const changed = flowData.replaceAll('opens at ten', 'opens at eleven')
  const payload = { id, base: 0, flowData: changed }
  const saved = await app.inject({
    method: 'POST',
    url: '/trpc/flows.saveDraft',
    payload,
    headers: ada.headers,
  })
  expect(saved.json().result.data.isDraft).toBe(true)

  expect((await upsert()).json().addedDocs[0].pageContent).toContain('ten')
  expect((await upsert(ada, {}, 'internal-upsert')).json().addedDocs[0].pageContent).toContain('eleven')
  expect(qdrant.points.size).toBe(2)
})

function aFlow(qdrantServerUrl: string) {
  const drawn: Record<string, Record<string, unknown>> = {
    flowtillDemoModel: {},
    flowtillEmbeddings: {},
    plainText: { text: 'The museum opens at ten.' },
    qdrant: {
      document: 'plainText',
      embeddings: 'flowtillEmbeddings',
      qdrantServerUrl,
      qdrantCollection: 'museum',
    },
    conversationalRetrievalQAChain: { model: 'flowtillDemoModel', vectorStoreRetriever: 'qdrant' },
  }
  const nodes = Object.entries(drawn).map(([name, inputs]) => {
    const placed = placeNode(templateOf(name), `${name}_0`)
    const values = Object.entries(inputs).map(([input, value]) => [
      input,
      String(value) in drawn ? `{{${value}_0.data.instance}}` : value,
    ])
    Object.assign(placed.inputs, Object.fromEntries(values))
    return { id: placed.id, position: { x: 0, y: 0 }, type: 'customNode', data: placed }
  })
  const edges = Object.entries(drawn).flatMap(([name, inputs]) =>
    Object.values(inputs).flatMap((value) =>
      String(value) in drawn ? [{ source: `${value}_0`, target: `${name}_0` }] : [],
    ),
  )
  return { nodes, edges }
}

function templateOf(name: string) {
  const node = catalogue.get(name)
  if (!node) {
    throw new Error(`There is no ${name}.`)
  }
  return describeNode(node)
}
