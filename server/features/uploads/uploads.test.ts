import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { checkMedia, servedAs } from './media-types.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const dataOf = (bytes: Uint8Array, mime = 'image/png') =>
  `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`
const picture = { type: 'file', name: 'plate.png', mime: 'image/png', data: dataOf(png) }

async function openFlow({
  isPublic = true,
  chatbotConfig = {},
  env = {},
}: {
  isPublic?: boolean
  chatbotConfig?: object
  env?: Record<string, string>
} = {}) {
  const requested: string[] = []
  const model = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk
    })
    request.on('end', () => {
      requested.push(body)
      response.setHeader('content-type', 'application/json')
      const message = { role: 'assistant', content: 'A plate.' }
      const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 }
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage }))
    })
  })
  const world = await createTestApp({ env: { OUTGOING_ALLOW: new URL(model.origin).host, ...env } })
  const root = await world.signUp('root')
  const credential = (
    await root.call('POST', '/credentials', {
      name: 'Mine',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'k', basePath: `${model.origin}/v1` },
    })
  ).json().id
  const flow = aConversationFlow({
    model: {
      name: 'chatOpenAI',
      credential,
      inputs: { modelName: 'gpt-4o', allowImageUploads: true, streaming: false },
    },
  })
  const { id } = (
    await root.call('POST', '/chatflows', {
      type: 'CHATFLOW',
      name: 'Plates',
      flowData: JSON.stringify(flow),
      isPublic,
      chatbotConfig: JSON.stringify(chatbotConfig),
    })
  ).json()
  const predict = (uploads: object[], chatId = 'chat') =>
    root.call('POST', `/prediction/${id}`, { question: 'What is it?', chatId, uploads })
  const file = (query: Record<string, string>, headers: Record<string, string> = root.headers) =>
    world.app.inject({
      url: `/api/v1/get-upload-file?${new URLSearchParams({ chatflowId: id, chatId: 'chat', ...query })}`,
      headers,
    })
  return { ...world, root, id, predict, file, requested }
}

function formOf(
  files: { name: string; mime: string; bytes: Uint8Array }[],
  fields: Record<string, string> = {},
) {
  const edge = 'edge-of-a-part'
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...files.flatMap(({ name, mime, bytes }) => [
      Buffer.from(
        `--${edge}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: ${mime}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
  ]
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${edge}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
  }
}

test('a picture reaches a vision model, is stored, named in the message, and shown to permitted callers', async () => {
  const { root, id, predict, file, requested } = await openFlow()

  expect((await predict([picture])).json().text).toBe('A plate.')
  expect(requested[0]).toContain(`data:image/png;base64,${png.toString('base64')}`)
  const messages = (await root.call('GET', `/chatmessage/${id}`)).json<
    { role: string; fileUploads?: object[] }[]
  >()
  const stored = messages.find(({ role }) => role === 'userMessage')
  expect(stored).toMatchObject({
    content: 'What is it?',
    fileUploads: [{ type: 'stored-file', name: 'plate.png', mime: 'image/png' }],
  })
  expect(JSON.stringify(stored)).not.toContain('base64')

  const shown = await file({ fileName: 'plate.png' })
  expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload]).toEqual([200, 'image/png', png])
  expect(shown.headers['content-disposition']).toBe("inline; filename*=UTF-8''plate.png")
  expect(shown.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  const saved = await file({ fileName: 'plate.png', download: 'true' })
  expect(saved.headers['content-disposition']).toContain('attachment')
})

test('texts of documents precede the question, URLs are passed to the model unchanged', async () => {
  const { root, id, predict, requested } = await openFlow()

  await predict([
    { type: 'file:full', name: "the 'rules'.txt", mime: 'text/plain', data: 'Plates are round.' },
    { type: 'url', name: 'p', mime: '', data: 'https://example.com/plate.png' },
  ])

  expect(requested[0]).toContain(
    "<doc name='the &#39;rules&#39;.txt'>Plates are round.</doc>\\n\\nWhat is it?",
  )
  expect(requested[0]).toContain('https://example.com/plate.png')
  const messages = (await root.call('GET', `/chatmessage/${id}`)).json<{ role: string; content: string }[]>()
  expect(messages.find(({ role }) => role === 'userMessage')).toMatchObject({
    content: 'What is it?',
    fileUploads: [
      { type: 'stored-file:full', name: "the 'rules'.txt", mime: 'text/plain' },
      { type: 'url', data: 'https://example.com/plate.png' },
    ],
  })
})

test('files are deleted with their flow', async () => {
  const { services, root, id, predict } = await openFlow()
  await predict([picture])
  const open = () => services.uploads.openStored(id, 'chat', 'plate.png')
  expect((await open()).name).toBe('plate.png')

  expect((await root.call('DELETE', `/chatflows/${id}`)).statusCode).toBe(200)

  await expect(open()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  ['a page as a picture', { ...picture, data: dataOf(Buffer.from('<script>')) }],
  ['another ending', { ...picture, name: 'plate.html' }],
  [
    'a picture that is code',
    { ...picture, name: 'a.svg', data: dataOf(Buffer.from('<svg/>'), 'image/svg+xml') },
  ],
  ['no bytes', { ...picture, data: 'https://example.com/a.png' }],
  ['an address of another kind', { type: 'url', name: 'x', data: 'file:///etc/passwd' }],
  ['a picture of six megabytes', { ...picture, data: dataOf(Buffer.concat([png, Buffer.alloc(6_000_000)])) }],
  [
    'a recording of six megabytes',
    { type: 'audio', name: 'a.wav', mime: 'audio/wav', data: dataOf(Buffer.alloc(6_000_000), 'audio/wav') },
  ],
])('%s is rejected before a model call', async (_, upload) => {
  const { predict, requested, file } = await openFlow()

  expect([400, 413]).toContain((await predict([picture, upload])).statusCode)
  expect(requested).toEqual([])
  expect((await file({ fileName: 'plate.png' })).statusCode).toBe(404)
})

test('files belong to a flow and a conversation, and are visible to permitted callers of the flow', async () => {
  const { signUp, predict, file } = await openFlow({ isPublic: false })
  const ada = await signUp('ada')
  await predict([picture])

  expect((await file({ fileName: 'plate.png' }, {})).statusCode).toBe(404)
  expect((await file({ fileName: 'plate.png' }, ada.headers)).statusCode).toBe(404)
  expect((await file({ fileName: 'plate.png', chatId: 'other' })).statusCode).toBe(404)
  for (const fileName of ['../chat/plate.png', '..', 'data:text/plain,x', '/etc/passwd', '%2e%2e/x']) {
    const { statusCode, body } = await file({ fileName })
    expect([fileName, statusCode === 200 ? body : 'refused']).toEqual([
      fileName,
      fileName === '../chat/plate.png' ? png.toString('utf8') : 'refused',
    ])
  }
  expect((await file({})).statusCode).toBe(400)
})

test('text is extracted from documents accepted by the flow', async () => {
  const { app, id } = await openFlow({
    chatbotConfig: {
      fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain,application/json' },
    },
  })
  const attach = (files: Parameters<typeof formOf>[0], fields = {}) =>
    app.inject({ method: 'POST', url: `/api/v1/attachments/${id}/chat`, ...formOf(files, fields) })
  const rules = { name: 'rules.txt', mime: 'text/plain', bytes: Buffer.from('Plates are round. Şişe.') }

  const read = await attach([rules])
  expect(read.json()).toEqual([
    {
      name: 'rules.txt',
      mimeType: 'text/plain',
      size: rules.bytes.length,
      content: 'Plates are round. Şişe.',
    },
  ])
  expect((await attach([rules], { base64: 'true' })).json()[0].content).toBe(rules.bytes.toString('base64'))
  const pdf = { name: 'a.pdf', mime: 'application/pdf', bytes: Buffer.from('%PDF-1.4') }
  expect((await attach([pdf])).statusCode).toBe(400)
  expect((await attach([{ ...rules, name: 'rules.exe' }])).statusCode).toBe(400)
  expect((await attach([])).statusCode).toBe(400)
  expect((await attach([{ ...rules, bytes: Buffer.alloc(21 * 1_048_576, 97) }])).statusCode).toBe(413)
  // Each is small enough; together they would fill the memory.
  const large = { ...rules, bytes: Buffer.alloc(15 * 1_048_576, 97) }
  const many = formOf([large, large, large])
  for (const payload of [many.payload, Readable.from([many.payload])]) {
    const url = `/api/v1/attachments/${id}/chat`
    const rejected = await app.inject({ method: 'POST', url, payload, headers: many.headers })
    expect(rejected.statusCode).toBe(413)
  }
})

test('visitors with a hundred chats stop at their share of the flow, then at the rate limit; the owner is unaffected', async () => {
  const { app, id, root, predict } = await openFlow({
    chatbotConfig: { fullFileUpload: { status: true } },
    env: { VISITOR_UPLOADS_MB: '1' },
  })
  const files = [{ name: 'a.txt', mime: 'text/plain', bytes: Buffer.from('a') }]
  const form = formOf(files)
  const attach = (chat: string, headers = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/v1/attachments/${id}/${chat}`,
      payload: form.payload,
      headers: { ...form.headers, ...headers },
    })

  const sent = await Promise.all(Array.from({ length: 100 }, (_, index) => attach(`chat${index}`)))
  const count = (status: number) => sent.filter(({ statusCode }) => statusCode === status).length
  // A share of one megabyte holds eleven files.
  expect([count(200), count(413)]).toEqual([11, 89])
  const question = { question: 'What is it?', chatId: 'new', uploads: [picture] }
  const requested = await app.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload: question })
  expect([requested.statusCode, requested.json().message]).toEqual([
    413,
    expect.stringContaining('visitor files'),
  ])
  await Promise.all(Array.from({ length: 19 }, () => attach('more')))
  const late = await attach('more')
  expect([late.statusCode, late.headers['retry-after']]).toEqual([429, expect.stringMatching(/^(59\d|600)$/)])

  expect((await attach('mine', root.headers)).statusCode).toBe(200)
  expect((await predict([picture])).json().text).toBe('A plate.')
})

test('a flow without document upload reads none, and a visitor none of a private flow', async () => {
  const open = await openFlow()
  const files = [{ name: 'a.txt', mime: 'text/plain', bytes: Buffer.from('a') }]
  const rejected = await open.app.inject({
    method: 'POST',
    url: `/api/v1/attachments/${open.id}/chat`,
    ...formOf(files),
  })
  expect([rejected.statusCode, rejected.json().message]).toEqual([
    400,
    'This flow does not accept documents.',
  ])

  const closed = await openFlow({ isPublic: false, chatbotConfig: { fullFileUpload: { status: true } } })
  const hidden = await closed.app.inject({
    method: 'POST',
    url: `/api/v1/attachments/${closed.id}/chat`,
    ...formOf(files),
  })
  expect(hidden.statusCode).toBe(404)
})

test('name, type and bytes must match, and only images and sounds are shown inline', () => {
  expect(checkMedia('a.PNG', 'image/png; x=y', png).sort).toBe('image')
  expect(() => checkMedia('a.png', 'image/jpeg', png)).toThrow()
  expect(() => checkMedia('a.jpg', 'image/jpeg', png)).toThrow()
  expect(servedAs('a.html')).toEqual({ mime: 'application/octet-stream', inline: false })
  expect(servedAs('a.webm')).toEqual({ mime: 'audio/webm', inline: true })
})

test.each(['prediction', 'internal-prediction'])(
  'a form to /%s loads files for the loaders opened by the owner, and none for the others',
  async (path) => {
    const { app, signUp } = await createTestApp({ listen: true })
    const root = await signUp('root')
    const save = async (enabled: boolean) => {
      const flow = buildFlow([
        {
          name: 'textFile',
          inputs: { txtFile: dataOf(Buffer.from('Plates are square.'), 'text/plain') },
          outputs: { output: 'text' },
        },
        {
          name: 'customFunction',
          inputs: {
            functionInputVariables: JSON.stringify({ file: referenceTo('textFile_0') }),
            javascriptFunction: "return $flow.input + ': ' + $file",
          },
          outputs: { output: 'EndingNode' },
        },
      ])
      const nodes = {
        [catalogue.get('textFile')?.label ?? '']: [{ name: 'txtFile', label: 'x', type: 'file', enabled }],
      }
      const apiConfig = JSON.stringify({ overrideConfig: { status: true, nodes, variables: [] } })
      const body = { name: 'Reader', type: 'CHATFLOW', flowData: JSON.stringify(flow), apiConfig }
      return (await root.call('POST', '/chatflows', body)).json<{ id: string }>().id
    }
    const request = async (id: string, name: string, mime = 'text/plain') => {
      const form = formOf([{ name, mime, bytes: Buffer.from('Plates are round.') }], {
        question: 'Say',
        chatId: 'c',
      })
      return app.inject({
        method: 'POST',
        url: `/api/v1/${path}/${id}`,
        payload: form.payload,
        headers: { ...form.headers, ...root.headers },
      })
    }

    const open = await save(true)
    expect((await request(open, 'rules.txt')).json()).toMatchObject({
      text: 'Say: Plates are round.',
      chatId: 'c',
    })
    expect((await request(await save(false), 'rules.txt')).json().text).toBe('Say: Plates are square.')
    expect((await request(open, 'rules.exe')).statusCode).toBe(400)
    expect((await request(open, 'rules.pdf')).statusCode).toBe(400)
  },
)
