import { expect, test } from 'vitest'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { disabledKey } from '#shared/disabled-nodes.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { starterPromptsOf } from './public-config.ts'
import { uploadInfoOf } from './upload-info.ts'

const nothing = {
  isSpeechToTextEnabled: false,
  isImageUploadAllowed: false,
  isRAGFileUploadAllowed: false,
  imgUploadSizeAndTypes: [],
  fileUploadSizeAndTypes: [],
}
const pictures = {
  fileTypes: ['image/gif', 'image/jpeg', 'image/png', 'image/webp', ''],
  maxUploadSize: 5,
}
const seeing = aConversationFlow({
  model: {
    name: 'chatOpenAI',
    credential: 'c0ffee00-0000-4000-8000-000000000001',
    inputs: { modelName: 'gpt-4o', allowImageUploads: true, basepath: 'https://inside.example' },
  },
})

test('chat clients get only the appearance and accepted inputs of the chat; a private flow is visible only to its owner', async () => {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const eve = await signUp('eve')
  const shown = {
    title: 'Plates',
    starterPrompts: { 0: { prompt: 'Are they round?' } },
    chatFeedback: { status: true },
    leads: { status: true, title: 'Who are you?', name: true },
    fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain,application/pdf' },
    botMessage: { backgroundColor: '#fff' },
  }
  const body = {
    name: 'Plates',
    type: 'CHATFLOW',
    flowData: JSON.stringify(seeing),
    isPublic: true,
    chatbotConfig: JSON.stringify({
      ...shown,
      followUpPrompts: { status: true, chatOpenAI: { credentialId: 'hidden-1' } },
      overrideConfig: { generateNewSession: true, secret: 'hidden-2' },
      postProcessing: { enabled: true, customFunction: '"return hidden-3"' },
      allowedOrigins: ['https://plates.example'],
      allowedOriginsError: 'hidden-4',
      somethingNew: 'hidden-5',
    }),
    apiConfig: JSON.stringify({ rateLimit: { status: true, limitMsg: 'hidden-6' } }),
    followUpPrompts: JSON.stringify({ status: true, chatOpenAI: { credentialId: 'hidden-7' } }),
    speechToText: JSON.stringify({
      none: { status: false },
      openAIWhisper: { status: true, credentialId: 'hidden-8' },
    }),
  }
  const { id } = (await root.call('POST', '/chatflows', body)).json<{ id: string }>()
  const request = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ url: `/api/v1/${path}/${id}`, headers })
  const uploads = {
    ...nothing,
    isSpeechToTextEnabled: true,
    isImageUploadAllowed: true,
    imgUploadSizeAndTypes: [pictures],
  }

  const reported = await request('public-chatbotConfig', { origin: 'https://plates.example' })
  expect(reported.json()).toEqual({
    ...shown,
    followUpPrompts: { status: true },
    overrideConfig: { generateNewSession: true },
    uploads,
    flowData: '{"nodes":[],"edges":[]}',
    isTTSEnabled: false,
  })
  expect(reported.body).not.toMatch(/hidden|c0ffee|inside\.example|gpt-4o/)
  expect((await request('chatflows-uploads')).json()).toEqual(uploads)
  expect((await request('public-chatbotConfig', { origin: 'https://evil.example' })).statusCode).toBe(403)

  await root.call('PUT', `/chatflows/${id}`, { isPublic: false })
  for (const path of ['public-chatbotConfig', 'chatflows-uploads']) {
    expect((await request(path)).statusCode).toBe(404)
    expect((await request(path, eve.headers)).statusCode).toBe(404)
    expect((await request(path, root.headers)).statusCode).toBe(200)
  }
})

test('our own chat gets its appearance and offers, and nothing of the flow; a private flow is not found', async () => {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const chatbotConfig = {
    ...{ title: 'Plates', welcomeMessage: 'Hello', titleBackgroundColor: '#0C5C57' },
    starterPrompts: { 0: { prompt: 'Are they round?' } },
    postProcessing: { enabled: true, customFunction: '"hidden"' },
    allowedOrigins: ['https://plates.example'],
  }
  const body = { name: 'Till', type: 'CHATFLOW', flowData: JSON.stringify(seeing), isPublic: true }
  const created = await root.call('POST', '/chatflows', {
    ...body,
    chatbotConfig: JSON.stringify(chatbotConfig),
  })
  const { id } = created.json<{ id: string }>()
  const request = (origin: string) => app.inject({ url: `/api/v1/chatbot/${id}`, headers: { origin } })

  const shown = await request('https://plates.example')
  expect(shown.headers['access-control-allow-origin']).toBe('*')
  expect(shown.json()).toMatchObject({
    ...{ id, name: 'Till' },
    appearance: { light: { titleBar: '#0C5C57' }, texts: { tr: { title: 'Plates', welcome: 'Hello' } } },
    offers: { starterPrompts: ['Are they round?'], images: expect.arrayContaining(['image/png']) },
  })
  expect(shown.body).not.toMatch(/hidden|c0ffee|inside\.example|gpt-4o|plates\.example/)
  expect((await request('https://evil.example')).statusCode).toBe(403)

  await root.call('PUT', `/chatflows/${id}`, { isPublic: false })
  expect((await request('https://plates.example')).statusCode).toBe(404)
})

test('the chat panel of the owner follows the draft, not the published version', async () => {
  const { services, signUp } = await createTestApp()
  const { user } = await signUp('ada')
  const flow = await services.flows.create(user.id, {
    name: 'Plates',
    type: 'CHATFLOW',
    flowData: JSON.stringify(aConversationFlow()),
    chatbotConfig: JSON.stringify({
      fullFileUpload: { status: true },
      starterPrompts: [{ prompt: ' Why? ' }, {}],
    }),
  })
  const offers = () => services.chatbot.offers(user.id, flow.id)
  expect(await offers()).toEqual({
    images: [],
    documents: null,
    speech: false,
    feedback: false,
    voice: 'off',
    starterPrompts: ['Why?'],
  })

  const actor = { userId: user.id, authorId: user.id }
  await services.flows.drafts.save(actor, {
    id: flow.id,
    base: 0,
    flowData: JSON.stringify(seeing),
    keepsOther: false,
  })

  expect((await offers()).images).toEqual(['image/gif', 'image/jpeg', 'image/png', 'image/webp'])
  await expect(services.chatbot.offers('somebody', flow.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('image upload is offered only if a node passes images to the model', () => {
  const model = { name: 'chatOpenAI', inputs: { allowImageUploads: true } }
  const into = (name: string) => buildFlow([model, { name, inputs: { model: referenceTo('chatOpenAI_0') } }])

  expect(uploadInfoOf(into('toolAgent'), null).isImageUploadAllowed).toBe(true)
  expect(uploadInfoOf(into('reactAgentChat'), null)).toEqual(nothing)
  const off = into('toolAgent')
  for (const { data } of off.nodes.slice(0, 1)) {
    data[disabledKey] = true
  }
  expect(uploadInfoOf(off, null)).toEqual(nothing)
  expect(uploadInfoOf(buildFlow([model]), 'no JSON')).toEqual(nothing)
  expect(starterPromptsOf('{"starterPrompts":{"0":{"prompt":"One"},"1":{"prompt":" "},"2":3}}')).toEqual([
    'One',
  ])
})
