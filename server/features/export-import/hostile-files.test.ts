import { request } from 'node:http'
import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'
import { aFlow, aForeignNode, openTransfers } from './testing/transfer-world.ts'

async function openBytes() {
  const world = await openTransfers()
  const send = (text: string, url = 'import') =>
    world.app.inject({
      method: 'POST',
      url: `/api/v1/export-import/${url}`,
      headers: { ...world.root.headers, 'content-type': 'application/json' },
      payload: text,
    })
  return { ...world, send }
}

const inFlow = (flowData: string) => JSON.stringify({ ChatFlow: [{ name: 'X', flowData }] })
const nodes = (inputs: string) => aFlow([aForeignNode({ place: 0 })]).replace('{"place":0}', inputs)

test.each([
  ['no JSON', '{"ChatFlow":[', 'It is not valid JSON.'],
  ['an empty body', '', 'It is not valid JSON.'],
  ['a list', '[]', 'Invalid Imported File'],
  ['a single flow', aFlow(), 'Invalid Imported File'],
  ['a section that is no list', '{"Tool":{}}', 'Invalid Imported File: Tool is not a list.'],
  [
    'an item that pollutes',
    '{"Tool":[{"name":"X","__proto__":{"isAdmin":true}}]}',
    'Tool “X” cannot be imported. It holds a key named __proto__.',
  ],
  [
    'the same in other letters',
    '{"Tool":[{"name":"X","\\u005f_proto__":{"isAdmin":true}}]}',
    'Tool “X” cannot be imported. It holds a key named __proto__.',
  ],
  [
    'a flow that pollutes',
    inFlow(nodes('{"__proto__":{"isAdmin":true}}')),
    'Chatflow “X” cannot be imported. It holds a key named __proto__.',
  ],
  [
    'a name with NUL',
    '{"Tool":[{"name":"a\\u0000b","description":"x","color":"#000"}]}',
    'Tool “a\0b” cannot be imported. name contains characters that cannot be stored.',
  ],
  [
    'a text with half a surrogate pair',
    '{"Variable":[{"name":"city","type":"static","value":"\\ud83d"}]}',
    'Variable “city” cannot be imported. value contains characters that cannot be stored.',
  ],
  [
    'a flow with NUL in one of its fields',
    inFlow(nodes('{"note":"a\\u0000b"}')),
    'Chatflow “X” cannot be imported. flowData.nodes.data.inputs.note contains characters that cannot be stored.',
  ],
  [
    'a file that is too deep',
    `{"ChatFlow":${'['.repeat(200)}${']'.repeat(200)}}`,
    'It is nested too deeply.',
  ],
  [
    'a flow that is too deep',
    inFlow(nodes(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`)),
    'Chatflow “X” cannot be imported. It is nested too deeply.',
  ],
  ['too many values', `{"Other":[${'0,'.repeat(3_000_001)}0]}`, 'It holds too many values.'],
  ['too many items', `{"Tool":[${'0,'.repeat(10_000)}0]}`, 'This file holds more than 10000 items.'],
  ['keys of every object', '{"constructor":[],"toString":[]}', 'Invalid Imported File'],
])('%s is rejected with a message', async (_, text, sentence) => {
  const { root, send } = await openBytes()

  const response = await send(text)

  expect(response.json().error).toBe(sentence)
  expect(response.statusCode).toBeOneOf([400, 413])
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  expect((await root.call('GET', '/tools')).json()).toEqual([])
})

test('brackets and quotes inside texts are not structure', async () => {
  const { send } = await openBytes()
  const text = `${'['.repeat(300)}\\"${'{'.repeat(300)} \\\\`

  const response = await send(JSON.stringify({ Variable: [{ name: 'city', type: 'static', value: text }] }))

  expect(response.statusCode).toBe(200)
})

test('an empty export can be imported', async () => {
  const { send } = await openBytes()

  expect((await send('{}')).json()).toEqual({ message: 'success', imported: {} })
})

test('one import per user runs at a time; the next one follows', async () => {
  const { send } = await openBytes()

  const answers = await Promise.all([send('{}', 'preview'), send('{}', 'preview')])

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await send('{}', 'preview')).statusCode).toBe(200)
})

test('an upload without permission is rejected before its body arrives, an oversized one before its end', async () => {
  const { url, signUp } = await createTestApp({ listen: true })
  const { headers } = await signUp('ada')
  const start = (declared: number, more: Record<string, string>) => startUpload(url, declared, more)

  expect(await start(40_000_000, {})).toBe(401)
  expect(await start(60_000_000, headers)).toBe(413)
  expect((await bodyOf(url, '/chatflows', 27_000_000, headers)).status).toBe(413)
  expect((await bodyOf(url, '/export-import/preview', 27_000_000, headers)).status).toBe(200)
})

test('an upload without a declared size is rejected once it is too large', async () => {
  const { url, signUp } = await createTestApp({ listen: true })
  const { headers } = await signUp('ada')
  let sent = 0

  const status = await new Promise<number | undefined>((resolve, reject) => {
    const call = request(
      `${url}/api/v1/export-import/preview`,
      { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      (response) => {
        resolve(response.statusCode)
        call.destroy()
      },
    )
    call.on('error', reject)
    const block = Buffer.alloc(1_000_000, ' ')
    const pour = () => {
      while (sent < 80 && !call.destroyed) {
        sent += 1
        if (!call.write(block)) {
          call.once('drain', pour)
          return
        }
      }
    }
    pour()
  })

  expect(status).toBe(413)
  expect(sent).toBeLessThan(80)
})

function startUpload(url: string, declared: number, headers: Record<string, string>) {
  return new Promise<number | undefined>((resolve, reject) => {
    const call = request(
      `${url}/api/v1/export-import/import`,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': declared },
      },
      (response) => {
        resolve(response.statusCode)
        call.destroy()
      },
    )
    call.on('error', reject)
    call.write('{"ChatFlow":[')
  })
}

function bodyOf(url: string, path: string, bytes: number, headers: Record<string, string>) {
  return fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: `{"ChatFlow":[]${' '.repeat(bytes)}}`,
  })
}
