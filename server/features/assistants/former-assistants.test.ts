import { expect, test } from 'vitest'
import { openDesk } from './testing/open-desk.ts'

const beta = { authorization: 'Bearer sandbox-mine', 'openai-beta': 'assistants=v2' }

/** The account of a server that still answers the former API, with an assistant there. */
async function openFormerDesk() {
  const world = await openDesk({
    credentialOf: (url) => ({
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sandbox-mine', basePath: `${url}/sandbox/compatible/v1` },
    }),
  })
  const former = (
    await world.app.inject({
      ...{ method: 'POST', url: '/sandbox/compatible/v1/assistants', headers: beta },
      payload: {
        ...{ name: 'Old desk', model: 'flowtill-demo', instructions: 'Helps.' },
        tools: [{ type: 'file_search' }],
        tool_resources: { file_search: { vector_store_ids: [world.storeId] } },
      },
    })
  ).json()
  return { ...world, former }
}

test('a server that still answers lists its assistants, and hands one out', async () => {
  const { call, credential, former } = await openFormerDesk()

  const list = await call('GET', `/openai-assistants?credential=${credential}`)
  const one = await call('GET', `/openai-assistants/${former.id}?credential=${credential}`)

  expect(list.json()).toMatchObject([{ id: former.id, name: 'Old desk', model: 'flowtill-demo' }])
  expect(one.json()).toEqual(list.json()[0])
})

test('deleting here and there deletes the former assistant with its store', async () => {
  const { app, call, credential, former, assistant } = await openFormerDesk()
  await call('DELETE', `/assistants/${assistant}`)
  const details = JSON.stringify(former)
  const loaded = (await call('POST', '/assistants', { details, credential, type: 'OPENAI' })).json()

  await call('DELETE', `/assistants/${loaded.id}?isDeleteBoth=true`)

  const left = await app.inject({ url: `/sandbox/compatible/v1/assistants/${former.id}`, headers: beta })
  const stores = await call('GET', `/openai-assistants-vector-store?credential=${credential}`)
  expect([left.statusCode, stores.json()]).toEqual([404, []])
})

test('a wrong key is reported in words, without the key', async () => {
  const { call, credential } = await openFormerDesk()
  await call('PUT', `/credentials/${credential}`, {
    name: 'Mine',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-wrong-key' },
  })

  const { statusCode, payload } = await call('GET', `/openai-assistants?credential=${credential}`)

  expect(statusCode).toBe(502)
  expect(payload).toContain('OpenAI answered 401: Incorrect API key provided')
  expect(payload).not.toContain('sk-wrong-key')
})
