import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { openChat } from './testing/open-chat.tsx'

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)
const plate = () => new File([png], 'plate.png', { type: 'image/png' })

async function openSeeing(chatbotConfig: object) {
  const requested: string[] = []
  const model = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk
    })
    request.on('end', () => {
      requested.push(body)
      response.setHeader('content-type', 'application/json')
      if (request.url?.endsWith('/audio/transcriptions')) {
        response.end(JSON.stringify({ text: 'How old is it?' }))
        return
      }
      const isFollowUp = body.includes('Suggest up to three')
      const content = isFollowUp ? '{"questions":["Is it old?","Is it dear?"]}' : 'A blue plate.'
      const message = { role: 'assistant', content }
      const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 }
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage }))
    })
  })
  const server = await createTestApp({ listen: true, env: { OUTGOING_ALLOW: new URL(model.origin).host } })
  const { user, token, call } = await server.signUp('ada')
  const credential = (
    await call('POST', '/credentials', {
      name: 'Mine',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'k', basePath: `${model.origin}/v1` },
    })
  ).json<{ id: string }>().id
  const inputs = { modelName: 'gpt-4o', allowImageUploads: true, streaming: false }
  const flowData = JSON.stringify(aConversationFlow({ model: { name: 'chatOpenAI', credential, inputs } }))
  const flow = await server.services.flows.create(user.id, {
    name: 'Plates',
    type: 'CHATFLOW',
    flowData,
    chatbotConfig: JSON.stringify(chatbotConfig),
    speechToText: JSON.stringify({ openAIWhisper: { status: true, credentialId: credential } }),
    followUpPrompts: JSON.stringify({
      status: true,
      selectedProvider: 'chatOpenAI',
      chatOpenAI: { credentialId: credential, modelName: 'gpt-4o-mini' },
    }),
  })
  reach(server.app, token)
  return { ...server, user, token, flow, requested }
}

/** Routes fetch to the test server with a session, as a browser page would. */
function reach(app: FastifyInstance, token: string) {
  const elsewhere = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!url.startsWith('/')) {
      return elsewhere(url, init)
    }
    const { method = 'GET', headers, body } = init
    const form = body instanceof FormData ? await encode(body) : undefined
    const { statusCode, rawPayload } = await app.inject({
      url,
      method: method as 'GET',
      headers: { ...(headers as Record<string, string>), ...form?.headers, authorization: `Bearer ${token}` },
      ...(form && { payload: form.payload }),
    })
    return new Response(new Uint8Array(rawPayload), { status: statusCode })
  })
}

async function encode(form: FormData) {
  const edge = 'edge-of-a-part'
  const parts = [...form].map(async ([field, value]) => {
    const file = value as File
    const about = `content-disposition: form-data; name="${field}"; filename="${file.name}"\r\ncontent-type: ${file.type}`
    const bytes = Buffer.from(await file.arrayBuffer())
    return Buffer.concat([Buffer.from(`--${edge}\r\n${about}\r\n\r\n`), bytes, Buffer.from('\r\n')])
  })
  return {
    payload: Buffer.concat([...(await Promise.all(parts)), Buffer.from(`--${edge}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
  }
}

afterEach(() => vi.unstubAllGlobals())

const lastAnswer = async () =>
  (await within(screen.getByRole('log')).findAllByRole('article', { name: /^Flow/, busy: false })).at(-1)

test('files are sent with a question: issues are shown on the file, valid files reach the model and stay visible', async () => {
  const server = await openSeeing({
    fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain,text/markdown' },
  })
  const first = await openChat(server)
  const { user, input } = first
  const button = await screen.findByRole('button', { name: 'Attach files' })
  expect(button).toBeDefined()

  fireEvent.paste(input(), { clipboardData: { files: [plate()] } })
  fireEvent.drop(screen.getByRole('region', { name: 'Chat' }), {
    dataTransfer: {
      types: ['Files'],
      files: [new File(['Plates are round.'], 'rules.md', { type: '' }), new File(['x'], 'a.exe')],
    },
  })
  const list = screen.getByRole('list', { name: 'Attached files' })
  expect(await within(list).findByText('70 Bytes')).toBeDefined()
  expect(await within(list).findByText('17 Bytes')).toBeDefined()
  expect(within(list).getByRole('alert').textContent).toBe('This file type is not accepted')

  await user.type(input(), 'What is it?{Enter}')
  expect(screen.queryByRole('article')).toBeNull()
  expect(screen.getByText('Remove the files that cannot be sent')).toBeDefined()
  within(list).getByRole('button', { name: 'Remove a.exe' }).focus()
  await user.keyboard('{Delete}')
  expect(document.activeElement).toBe(within(list).getByRole('button', { name: 'Remove rules.md' }))
  await user.click(screen.getByRole('button', { name: 'Send' }))

  await waitFor(async () => expect((await lastAnswer())?.textContent).toContain('A blue plate.'))
  expect(server.requested[0]).toContain(`data:image/png;base64,${btoa(String.fromCharCode(...png))}`)
  expect(server.requested[0]).toContain("<doc name='rules.md'>Plates are round.</doc>")
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  expect(screen.getByRole('img', { name: 'Picture: plate.png' }).getAttribute('src')).toMatch(/^data:image/)
  // The original question, without the document text prepended for the model.
  expect(screen.getByRole('heading', { name: 'What is it?' })).toBeDefined()

  first.unmount()
  const second = await openChat(server)
  const shown = await screen.findByRole('img', { name: 'Picture: plate.png' })
  const stored = await server.app.inject({
    url: shown.getAttribute('src') ?? '',
    headers: { authorization: `Bearer ${server.token}` },
  })
  expect(new Uint8Array(stored.rawPayload)).toEqual(png)
  expect(screen.getByRole('link', { name: 'rules.md' }).getAttribute('href')).toMatch(
    /fileName=rules\.md&download=true$/,
  )
  await second.user.click(screen.getByRole('button', { name: 'Ask again' }))
  await waitFor(() =>
    expect(server.requested.filter((body) => body.includes("<doc name='rules"))).toHaveLength(2),
  )
})

test('starter prompts begin a chat, follow-up prompts continue it; a click sends them', async () => {
  const server = await openSeeing({
    starterPrompts: { 0: { prompt: 'What is this place?' }, 1: { prompt: 'When do you open?' } },
    followUpPrompts: { status: true },
  })
  const { user } = await openChat(server)

  const starters = await screen.findByRole('list', { name: 'Suggested questions' })
  expect(within(starters).getAllByRole('button')).toHaveLength(2)
  await user.click(within(starters).getByRole('button', { name: 'When do you open?' }))

  expect(screen.queryByRole('list', { name: 'Suggested questions' })).toBeNull()
  const followUps = await screen.findByRole('list', { name: 'Follow-up questions' })
  await user.click(within(followUps).getByRole('button', { name: 'Is it dear?' }))
  await waitFor(() => expect(screen.getAllByRole('article', { name: /^You, / })).toHaveLength(2))
  expect(screen.getByText('Is it dear?').closest('article')).not.toBeNull()
  await screen.findByRole('list', { name: 'Follow-up questions' })
})

function openMicrophone() {
  const stopped: string[] = []
  class Recorder {
    mimeType = 'audio/webm;codecs=opus'
    state = 'inactive'
    ondataavailable: ((event: { data: Blob }) => void) | null = null
    onstop: (() => void) | null = null
    static isTypeSupported = (type: string) => type === 'audio/webm'
    start() {
      this.state = 'recording'
    }
    stop() {
      this.state = 'inactive'
      this.ondataavailable?.({ data: new Blob(['abc']) })
      this.onstop?.()
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder)
  const stream = { getTracks: () => [{ stop: () => stopped.push('track') }] }
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: async () => stream },
  })
  return stopped
}

test('a question is recorded: cancelled it leaves nothing, sent it is answered and shown as text', async () => {
  const stopped = openMicrophone()
  const server = await openSeeing({})
  const { user, input } = await openChat(server)

  await user.click(await screen.findByRole('button', { name: 'Record a message' }))
  expect(await screen.findByRole('timer')).toBeDefined()
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(input())
  expect([stopped.length, server.requested.length]).toEqual([1, 0])

  await user.click(screen.getByRole('button', { name: 'Record a message' }))
  await screen.findByRole('timer')
  await user.click(screen.getByRole('button', { name: 'Send' }))

  await waitFor(async () => expect((await lastAnswer())?.textContent).toContain('A blue plate.'))
  expect(stopped).toHaveLength(2)
  const question = screen.getByRole('article', { name: /^You, / })
  expect(question.textContent).toContain('How old is it?')
  const sound = await within(question).findByLabelText('Voice message')
  expect(sound.getAttribute('src')).toContain('fileName=audio.webm')
})
