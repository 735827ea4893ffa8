import { expect, test } from 'vitest'
import { aFlow, openDesk, saveFlow } from './testing/open-desk.ts'

const elsewhere = { origin: 'https://shop.example' }

/** A public flow whose assistant makes a file, asked from another site. */
async function openPublicDesk() {
  const world = await openDesk()
  const { app, call, url, assistant } = world
  const id = await saveFlow(call, aFlow(assistant))
  await call('PUT', `/chatflows/${id}`, { isPublic: true })
  const predict = async (headers: object, more: object = {}) =>
    app.inject({
      ...{ method: 'POST', url: `/api/v1/prediction/${id}`, headers: { ...headers } },
      payload: { question: 'Write the hours as a csv', chatId: 'one', ...more },
    })
  const get = (path: string, headers: object = {}) =>
    app.inject({ url: path.replace(url, ''), headers: { ...headers } })
  return { ...world, id, predict, get }
}

const linkIn = (text: string) => /\]\(([^)]*)\)/.exec(text)?.[1] ?? ''

test('on another site, the link in the answer and the file beside it lead to this server', async () => {
  const { predict, get, url } = await openPublicDesk()

  const answer = (await predict(elsewhere)).json()
  const link = linkIn(answer.text)
  const file = await get(link)

  expect(link).toMatch(`${url}/api/v1/get-upload-file?`)
  expect(answer.fileAnnotations).toEqual([
    { filePath: 'result.csv', fileName: 'result.csv', size: file.rawPayload.length, url: link },
  ])
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([
    200,
    "attachment; filename*=UTF-8''result.csv",
  ])
})

test('a streamed answer never shows the path in the container, and links like one in a piece', async () => {
  const { predict, url } = await openPublicDesk()

  const { payload } = await predict(elsewhere, { streaming: true })

  expect(payload).not.toContain('sandbox:')
  const pieces = [...payload.matchAll(/data:(\{"event":"token".*\})/g)].map(
    ([, data = '']) => JSON.parse(data).data,
  )
  expect(linkIn(pieces.join(''))).toMatch(`${url}/api/v1/get-upload-file?`)
  expect(payload).toContain(`"url":"${url}/api/v1/get-upload-file?`)
})

test('on our own pages links stay relative, whatever name the server is reached by', async () => {
  const { predict, url } = await openPublicDesk()

  const own = (await predict({ origin: url })).json()
  const byAnotherName = (await predict({ origin: 'http://museum.local', host: 'museum.local' })).json()

  expect(linkIn(own.text)).toMatch(/^\/api\/v1\/get-upload-file\?/)
  expect(byAnotherName.fileAnnotations[0].url).toMatch(/^\/api\/v1\/get-upload-file\?/)
})

test('a stored answer keeps the relative link, for the inbox', async () => {
  const { predict, call, id } = await openPublicDesk()
  await predict(elsewhere)

  const messages = (await call('GET', `/chatmessage/${id}?chatId=one`)).json()
  const { content, fileAnnotations } = messages.at(-1)

  expect(linkIn(content)).toMatch(/^\/api\//)
  expect(fileAnnotations[0].url).toBe(linkIn(content))
})

test('a link opens one file of one chat, and only while strangers may use the flow', async () => {
  const { predict, get, call, id } = await openPublicDesk()
  const link = linkIn((await predict(elsewhere)).json().text)

  expect((await get(link.replace('chatId=one', 'chatId=two'))).statusCode).toBe(404)
  expect((await get(link.replace('result.csv', '..%2F..%2Fsecrets.json'))).statusCode).toBe(404)
  await call('PUT', `/chatflows/${id}`, { isPublic: false })
  expect([401, 403, 404]).toContain((await get(link)).statusCode)
})

test('a site that the owner has not allowed gets neither answer nor file', async () => {
  const { predict, get, call, id } = await openPublicDesk()
  const link = linkIn((await predict(elsewhere)).json().text)
  await call('PUT', `/chatflows/${id}`, {
    chatbotConfig: JSON.stringify({ allowedOrigins: ['https://museum.example'] }),
  })

  expect((await predict(elsewhere)).statusCode).toBe(403)
  expect((await get(link, elsewhere)).statusCode).toBe(403)
  expect((await get(link, { origin: 'https://museum.example' })).statusCode).toBe(200)
})
