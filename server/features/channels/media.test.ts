import { expect, test } from 'vitest'
import type { MessageExtras } from '#server/features/messages/messages.table.ts'
import { channelParts } from './channels.table.ts'
import { DEAD_AFTER_MS, openChannels } from './testing/open-channels.ts'

type World = Awaited<ReturnType<typeof openChannels>>

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const report = Buffer.from('a,b\n1,2\n')
const base64 = (bytes: Buffer) => bytes.toString('base64')
const dataOf = (mime: string, bytes: Buffer) => `data:${mime};base64,${base64(bytes)}`
const picture = { name: 'plate.png', mime: 'image/png', data: dataOf('image/png', png) }

/** A conversation of the channel, and what is written there. */
async function chatOf(world: World, id: string) {
  await world.settle(id)
  const [{ chatId } = { chatId: '' }] = (await world.details(id)).chats
  const { flowId, services, store, change, clock } = world
  const place = { flowId, chatId }
  let answers = 0

  /** A file that the flow has made, and how answers name it. */
  async function keep(name: string, bytes: Buffer) {
    const fileName = await services.uploads.keep(flowId, { chatId, isVisitor: false }, name, bytes)
    const query = new URLSearchParams({ chatflowId: flowId, chatId, fileName })
    const url = `/api/v1/get-upload-file?${query}`
    return { filePath: name, fileName, size: bytes.length, url }
  }

  /** An answer of the AI, as a run stores it. */
  async function answer(content: string, extras: MessageExtras = {}) {
    answers += 1
    const conversation = await services.messages.findConversation(store.db, place)
    const { userId, sessionId, fence } = conversation ?? { userId: '', sessionId: '', fence: 0 }
    const row = { id: `answer-${answers}`, ...place, userId, sessionId, content, extras, leadEmail: null }
    const rest = {
      memoryType: null,
      chatType: 'EXTERNAL' as const,
      runId: null,
      createdDate: new Date(clock.ms),
    }
    await store.transaction((tx) => services.messages.insertAnswer(tx, { ...row, ...rest }, fence))
  }

  const write = (content: string, files: object[]) =>
    change<object>('takeover.write', { chatflowId: flowId, chatId, content, files })
  const switchOff = () => change('takeover.switchAi', { chatflowId: flowId, chatId, disabled: true })
  return { chatId, keep, answer, write, switchOff }
}

const openLink = async ({ app }: World, link: string) => {
  const { pathname, search } = new URL(link)
  return app.inject({ url: pathname + search })
}
const linkIn = (text: string) => /https?:\/\/[^\s)"<]+/.exec(text.replaceAll('&amp;', '&'))?.[0] ?? ''

test('a picture goes to Telegram with its caption, a made file as a document, after a long text', async () => {
  const world = await openChannels()
  const { id, say, all } = await world.connectTelegram()
  await say('Hello')
  const { answer, keep } = await chatOf(world, id)

  await answer('Here is **it**.', { fileAnnotations: [await keep('plate.png', png)] })
  await answer('Word '.repeat(400), { fileAnnotations: [await keep('out/report.csv', report)] })
  await world.settle(id)

  const [, photo, text, document] = await all()
  expect(photo).toMatchObject({
    ...{ method: 'sendPhoto', text: 'Here is <b>it</b>.', parse_mode: 'HTML' },
    file: { name: 'plate.png', mime: 'image/png', base64: base64(png) },
  })
  expect(text).toMatchObject({ method: 'sendMessage' })
  expect(document).toMatchObject({
    ...{ method: 'sendDocument', text: '' },
    file: { name: 'report.csv', mime: 'text/csv', base64: base64(report) },
  })
})

test('what Telegram does not take as a photo is a document, and what it does not take at all is a link that opens', async () => {
  const world = await openChannels()
  const { id, say, all, order } = await world.connectTelegram()
  await say('Hello')
  const { answer, keep } = await chatOf(world, id)
  const broken = Buffer.from('no picture')

  await answer('A', { fileAnnotations: [await keep('broken.png', broken)] })
  await world.settle(id)
  await order({ kind: 'blocked' })
  await answer('B', { fileAnnotations: [await keep('b.csv', report)] })
  await world.settle(id)

  const [, document, linked, ...others] = await all()
  expect(others).toEqual([])
  expect(document).toMatchObject({ method: 'sendDocument', text: 'A', file: { name: 'broken.png' } })
  expect(linked).toMatchObject({ method: 'sendMessage', text: expect.stringContaining('>b.csv</a>') })
  const opened = await openLink(world, linkIn(linked?.text ?? ''))
  expect(opened.statusCode).toBe(200)
  expect(opened.rawPayload).toEqual(report)
  expect(await world.details(id)).toMatchObject({ counts: { failed: 0, queued: 0 } })
})

test('links to files of the conversation are signed, others are not', async () => {
  const world = await openChannels()
  const { id, say, sent } = await world.connectTelegram()
  await say('Hello')
  const { answer, keep } = await chatOf(world, id)
  const { url } = await keep('report.csv', report)
  const stolen = url.replace(/chatId=[^&]*/, 'chatId=somebody-else')

  await answer(`[yours](${url}) and [theirs](${stolen})`)
  await world.settle(id)

  const [own = '', other = ''] = ((await sent())[1] ?? '').split(' and ')
  expect((await openLink(world, linkIn(own))).rawPayload).toEqual(report)
  expect(linkIn(other)).not.toContain('signature')
  expect((await openLink(world, linkIn(other))).statusCode).toBe(404)
  const forged = linkIn(own).replace('report.csv', 'other.csv')
  expect((await openLink(world, forged)).statusCode).toBe(404)
  world.clock.ms += 31 * 86_400_000
  expect((await openLink(world, linkIn(own))).statusCode).toBe(404)
})

test('links are absolute: with a title, without Markdown, and to other pages of this server', async () => {
  const world = await openChannels()
  const { id, say, sent } = await world.connectTelegram()
  await say('Hello')
  const { answer, keep } = await chatOf(world, id)
  const { url } = await keep('report.csv', report)

  await answer(`[titled](${url} "Report") & bare ${url}. & [page](/docs) & either/or & \`1/2\``)
  await world.settle(id)

  const [titled = '', bare = '', page = '', ...others] = ((await sent())[1] ?? '').split(' &amp; ')
  for (const link of [titled, bare]) {
    expect((await openLink(world, linkIn(link))).rawPayload).toEqual(report)
  }
  expect(bare).toMatch(/[^.]\.$/)
  expect(linkIn(page)).toMatch(/^https?:\/\/[^/]+\/docs$/)
  expect(others).toEqual(['either/or', '<code>1/2</code>'])
})

test('WhatsApp gets a file once it is uploaded: with a caption, a name, and a link for what it does not take', async () => {
  const world = await openChannels()
  const { id, say, sent } = await world.connectWhatsapp()
  await say(['Hello'])
  const { answer, keep } = await chatOf(world, id)

  const made = [await keep('plate.png', png), await keep('report.csv', report)]
  await answer('Look', { fileAnnotations: made })
  await answer('And', { fileAnnotations: [await keep('moving.gif', Buffer.from('GIF89a'))] })
  await world.settle(id)

  const [, image, document, link] = await sent()
  expect(image).toMatchObject({ text: 'Look', file: { mime: 'image/png', base64: base64(png) } })
  expect(document).toMatchObject({ text: '', file: { name: 'report.csv', mime: 'text/plain' } })
  expect(link).toMatchObject({ text: expect.stringMatching(/^And\n\nmoving\.gif \(http/) })
})

test('an upload that fails is repeated, and its message is sent once with the same id', async () => {
  const world = await openChannels()
  const { id, say, sent, configure, order } = await world.connectWhatsapp()
  await say(['Hello'])
  const { answer, keep } = await chatOf(world, id)

  await configure({ uploadFailures: [{ kind: 'cut' }, { kind: 'busy' }] })
  await order({ kind: 'busy', times: 2 })
  await answer('Look', { fileAnnotations: [await keep('plate.png', png)] })
  await world.settle(id)

  expect((await sent()).slice(1)).toMatchObject([{ text: 'Look', file: { mime: 'image/png' } }])
  // The first was taken before the connection was cut.
  expect(await configure({})).toMatchObject({ uploads: 2 })
})

test('after a crash between upload and message, the same file is sent once', async () => {
  const world = await openChannels()
  const { id, say, sent, configure, order } = await world.connectWhatsapp()
  await say(['Hello'])
  const { answer, keep } = await chatOf(world, id)
  await order({ kind: 'busy', seconds: 60 })
  await answer('Look', { fileAnnotations: [await keep('plate.png', png)] })
  await world.work()
  const uploadId = async () =>
    (await world.store.db.select().from(channelParts)).find(({ files }) => files)?.uploadId
  await expect.poll(uploadId).toBeTruthy()
  const uploaded = await uploadId()

  await world.services.jobs.stopAll()
  world.clock.ms += DEAD_AFTER_MS
  const next = world.openOther()
  await next.runs.recover({ atStart: true })
  await world.settle(id, next)

  expect((await sent()).slice(1)).toMatchObject([{ text: 'Look' }])
  expect(await configure({})).toMatchObject({ uploads: 1 })
  expect(await uploadId()).toBe(uploaded)
})

test('Messenger gets files by the id of their upload, after the text', async () => {
  const world = await openChannels()
  const { id, say, sent } = await world.connectMessenger()
  await say('Hello')
  const { answer, keep } = await chatOf(world, id)

  await answer('Look', { fileAnnotations: [await keep('report.csv', report)] })
  await world.settle(id)

  expect((await sent()).slice(1)).toMatchObject([
    { text: 'Look' },
    { text: '', file: { name: 'report.csv' } },
  ])
})

test('Instagram fetches pictures from a signed address, and gets a link to anything else', async () => {
  const world = await openChannels()
  const { id, say, sent } = await world.connectMessenger('instagram')
  await say('Hello')
  const { answer, keep } = await chatOf(world, id)

  await answer('', { fileAnnotations: [await keep('plate.png', png), await keep('report.csv', report)] })
  await world.settle(id)

  const [, image, link] = await sent()
  expect((await openLink(world, image?.url ?? '')).rawPayload).toEqual(png)
  expect(link?.text).toMatch(/^report\.csv \(http/)
})

test('Slack shares an upload in the thread; an app without the right to upload sends a link', async () => {
  const world = await openChannels()
  const { id, say, sent, configure } = await world.connectSlack()
  await say('Hello', { channel: 'C1', mentions: true })
  const { answer, keep } = await chatOf(world, id)
  const file = await keep('report.csv', report)

  await answer('Look', { fileAnnotations: [file] })
  await world.settle(id)
  await configure({ scopes: ['chat:write'] })
  await answer('', { fileAnnotations: [file] })
  await world.settle(id)

  const [first, text, shared, link] = await sent()
  expect(text).toMatchObject({ text: 'Look', thread_ts: first?.thread_ts })
  expect(shared).toMatchObject({
    thread_ts: first?.thread_ts,
    file: { name: 'report.csv', base64: base64(report) },
  })
  expect(link?.text).toMatch(/^\[report\.csv\]\(http/)
  expect((await world.details(id)).channel).toMatchObject({ state: 'live' })
})

test('an e-mail has its files attached', async () => {
  const world = await openChannels()
  const { id, say, sent, received } = await world.connectEmail()
  await say({ text: 'Hello' })
  await received(1)
  const { answer, keep } = await chatOf(world, id)

  const made = [await keep('plate.png', png), await keep('rapor ğ.csv', report)]
  await answer('Here **they** are.', { fileAnnotations: made })
  await world.settle(id)

  const [, mail] = await sent()
  expect(mail?.text?.trim()).toBe('Here they are.')
  expect(mail?.files).toEqual([
    { name: 'plate.png', mime: 'image/png', base64: base64(png) },
    { name: 'rapor ğ.csv', mime: 'text/csv', base64: base64(report) },
  ])
})

test('files of an operator reach Telegram and WhatsApp', async () => {
  const world = await openChannels()
  const telegram = await world.connectTelegram()
  await telegram.say('Hello')
  const onTelegram = await chatOf(world, telegram.id)
  const whatsapp = await world.connectWhatsapp()
  await whatsapp.say(['Hello'])
  const onWhatsapp = await chatOf(world, whatsapp.id)

  for (const { write, switchOff } of [onTelegram, onWhatsapp]) {
    await switchOff()
    await write('Your plate', [picture])
    await write('', [picture])
  }
  await world.settle(telegram.id)
  await world.settle(whatsapp.id)

  const file = { mime: 'image/png', base64: base64(png) }
  expect((await telegram.all()).slice(1)).toMatchObject([
    { method: 'sendPhoto', text: 'Your plate', file },
    { method: 'sendPhoto', text: '', file },
  ])
  expect((await whatsapp.sent()).slice(1)).toMatchObject([
    { text: 'Your plate', file },
    { text: '', file },
  ])
})

test('files that wait are dropped when an operator takes over', async () => {
  const world = await openChannels()
  const { id, say, sent, configure } = await world.connectWhatsapp()
  await say(['Hello'])
  const { answer, keep, switchOff } = await chatOf(world, id)
  await configure({ uploadFailures: [{ kind: 'busy', seconds: 5 }] })
  await answer('Look', { fileAnnotations: [await keep('plate.png', png)] })
  await world.services.jobs.tick()

  await switchOff()
  await world.settle(id)

  expect(await sent()).toHaveLength(1)
  expect(await configure({})).toMatchObject({ uploads: 0 })
  const parts = await world.store.db.select().from(channelParts)
  expect(parts.find(({ files }) => files)).toMatchObject({ state: 'dropped' })
})

test('a file that was deleted fails alone, and says so', async () => {
  const world = await openChannels()
  const { id, say, all } = await world.connectTelegram()
  await say('Hello')
  const { answer, keep, chatId } = await chatOf(world, id)
  const file = await keep('report.csv', report)
  await world.services.uploads.removeChat(world.flowId, chatId)

  await answer('Word '.repeat(400), { fileAnnotations: [file] })
  await world.settle(id)

  expect((await all()).map(({ method }) => method)).toEqual(['sendMessage', 'sendMessage'])
  expect((await world.details(id)).errors).toEqual([
    { code: 'file', text: 'The file was deleted before it was sent.', count: 1 },
  ])
})
