import { expect, test } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Appearance } from '#shared/appearance.ts'
import { defaultFollowUpPrompt } from '#shared/flow-providers.ts'
import type { ConfigSection, FlowConfig, FlowSection, FlowSections } from '#shared/flow-sections.ts'
import type { SavedFlow } from '#shared/flows.ts'

type Columns = Partial<Record<keyof SavedFlow, object>>

async function openFlow(stored: Columns = {}) {
  const world = await createTestApp({ listen: true })
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const texts = Object.entries(stored).map(([column, value]) => [column, JSON.stringify(value)])
  const body = { name: 'Museum', flowData: JSON.stringify(aConversationFlow()), isPublic: true }
  const created = await ada.call('POST', '/chatflows', {
    type: 'CHATFLOW',
    ...body,
    ...Object.fromEntries(texts),
  })
  const { id } = created.json<SavedFlow>()
  const predict = (headers: Record<string, string> = {}, more: object = {}) =>
    world.app.inject({
      method: 'POST',
      url: `/api/v1/prediction/${id}`,
      headers,
      payload: { question: 'When does the museum open?', ...more },
    })
  const trpc = (who: typeof ada, name: string, input: object, method: 'GET' | 'POST') =>
    world.app.inject({
      method,
      url: `/trpc/flows.${name}${method === 'GET' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`,
      headers: who.headers,
      ...(method === 'POST' && { payload: input }),
    })
  const read = async () => (await trpc(ada, 'config', { id }, 'GET')).json().result.data as FlowConfig
  async function save<Section extends FlowSection>(section: Section, value: FlowSections[Section]) {
    const answer = await trpc(ada, 'saveConfig', { id, section, value }, 'POST')
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json().result.data as FlowConfig).sections
  }
  const columns = async () => {
    const flow = (await ada.call('GET', `/chatflows/${id}`)).json<SavedFlow>()
    const parsed = (text: string | null) => JSON.parse(text ?? '{}')
    return {
      chatbotConfig: parsed(flow.chatbotConfig),
      apiConfig: parsed(flow.apiConfig),
      analytic: parsed(flow.analytic),
      speechToText: parsed(flow.speechToText),
      textToSpeech: parsed(flow.textToSpeech),
      followUpPrompts: parsed(flow.followUpPrompts),
    }
  }
  return { ...world, ada, eve, id, predict, trpc, read, save, columns }
}

test('each section is stored in Flowise format, leaves all others unchanged, and is read back unchanged', async () => {
  const { read, save, columns } = await openFlow({
    chatbotConfig: { title: 'Desk', fullFileUpload: { status: false, pdfFile: { usage: 'perFile' } } },
    analytic: { lunary: { status: true, credentialId: 'theirs' } },
    speechToText: { openAIWhisper: { status: true, credentialId: 'c0' } },
    textToSpeech: { openai: { status: true, credentialId: 'c5' }, theirs: { status: true } },
  })
  expect((await read()).sections.speechToText.provider).toBe('openAIWhisper')
  const followUp = {
    credentialId: 'c1',
    modelName: 'gpt',
    prompt: defaultFollowUpPrompt,
    temperature: '0.5',
    baseUrl: '',
  }
  const unset = { baseUrl: '', model: '', prompt: '', profanityFilterMode: '', channels: '', temperature: '' }
  const expected: Pick<FlowSections, ConfigSection> = {
    runLimits: { status: true, maxCostUsd: '0.5', maxSteps: '200', maxMinutes: '' },
    rateLimit: { status: true, limitMax: '3', limitDuration: '60', limitMsg: 'Slowly, please.' },
    privacy: { status: true, retentionDays: '90' },
    allowedDomains: { allowedOrigins: ['https://shop.example.com'], allowedOriginsError: 'Not from here.' },
    leads: {
      ...{ status: true, title: 'Who are you?', successMessage: 'Thank you!' },
      ...{ name: true, email: true, phone: false },
    },
    chatFeedback: { status: true },
    textToSpeech: {
      provider: 'elevenlabs',
      settings: { elevenlabs: { credentialId: 'c4', voice: 'v1', model: '', autoPlay: true } },
    },
    starterPrompts: { prompts: ['When do you open?', 'What does it cost?'] },
    followUpPrompts: { status: true, selectedProvider: 'chatOpenAI', settings: { chatOpenAI: followUp } },
    speechToText: {
      provider: 'groqWhisper',
      settings: { groqWhisper: { ...unset, credentialId: 'c2', model: 'whisper-large-v3', language: 'tr' } },
    },
    fullFileUpload: { status: true, types: ['pdf', 'xml'] },
    analytic: {
      captureContent: false,
      settings: { langSmith: { status: true, credentialId: 'c3', projectName: 'Desk', endpoint: '' } },
    },
    postProcessing: { enabled: true, code: "return $flow.rawOutput + '!'" },
    overrideConfig: { status: true, nodes: { 'Buffer Memory': ['sessionId'] }, variables: ['city'] },
    mcpServer: { status: true, toolName: 'ask_desk', description: 'Knows the shop.' },
  }

  for (const section of Object.keys(expected) as ConfigSection[]) {
    const before = await columns()
    const shown = await save(section, expected[section])
    expect(shown[section]).toMatchObject(expected[section])
    expect(Object.keys((await columns()).chatbotConfig)).toEqual(
      expect.arrayContaining(Object.keys(before.chatbotConfig)),
    )
  }

  const { chatbotConfig, apiConfig, analytic, speechToText, textToSpeech, followUpPrompts } = await columns()
  expect(apiConfig.rateLimit).toEqual({
    status: true,
    limitMax: 3,
    limitDuration: 60,
    limitMsg: 'Slowly, please.',
  })
  expect(chatbotConfig).toEqual({
    title: 'Desk',
    allowedOrigins: ['https://shop.example.com'],
    allowedOriginsError: 'Not from here.',
    leads: expected.leads,
    chatFeedback: { status: true },
    starterPrompts: { 0: { prompt: 'When do you open?' }, 1: { prompt: 'What does it cost?' } },
    followUpPrompts: { status: true },
    fullFileUpload: {
      status: true,
      allowedUploadFileTypes: 'application/pdf,application/xml,text/xml',
      pdfFile: { usage: 'perFile' },
    },
    postProcessing: { enabled: true, customFunction: JSON.stringify("return $flow.rawOutput + '!'") },
  })
  expect(followUpPrompts).toEqual({
    status: true,
    selectedProvider: 'chatOpenAI',
    chatOpenAI: { ...followUp, temperature: 0.5 },
  })
  expect(speechToText).toEqual({
    openAIWhisper: { ...speechToText.openAIWhisper, status: false, credentialId: 'c0' },
    groqWhisper: { status: true, credentialId: 'c2', model: 'whisper-large-v3', language: 'tr' },
  })
  expect(textToSpeech).toEqual({
    openai: { status: false, credentialId: 'c5' },
    theirs: { status: false },
    elevenlabs: { status: true, credentialId: 'c4', voice: 'v1', model: '', autoPlay: true },
  })
  expect(analytic).toEqual({
    lunary: { status: true, credentialId: 'theirs' },
    langSmith: { status: true, credentialId: 'c3', projectName: 'Desk', captureContent: false },
  })
  const rows = apiConfig.overrideConfig.nodes['Buffer Memory']
  expect(rows.filter(({ enabled }: { enabled: boolean }) => enabled)).toEqual([
    { name: 'sessionId', label: expect.any(String), type: 'string', enabled: true },
  ])
  expect(rows.length).toBeGreaterThan(1)
  expect(apiConfig.overrideConfig.variables).toEqual([{ name: 'city', type: 'string', enabled: true }])
})

test('the appearance is stored under the names of Flowise, with our own beside them', async () => {
  const { read, save, columns } = await openFlow({
    chatbotConfig: {
      ...{ title: 'Desk', welcomeMessage: 'Hello', titleBackgroundColor: '#0c5c57', backgroundColor: '#fff' },
      ...{ fontSize: '14', titleTextColor: 'white', titleAvatarSrc: 'javascript:alert(1)' },
      botMessage: { showAvatar: true, textColor: '#303235' },
      leads: { status: true, name: true },
    },
  })
  const { appearance } = (await read()).sections
  const texts = { title: 'Desk', welcome: 'Hello', placeholder: '' }
  expect(appearance).toMatchObject({
    ...{ avatar: '', texts: { en: texts, tr: texts }, scheme: 'auto', dark: null, fontSize: 14 },
    ...{ showSources: true, showTools: true, newChatPerVisit: false },
    light: { titleBar: '#0C5C57', titleText: '#FFFFFF', page: '#FFFFFF', pageText: '#303235' },
  })

  const changed: Appearance = {
    ...appearance,
    texts: { en: texts, tr: { title: 'Masa', welcome: 'Merhaba', placeholder: 'Yazın' } },
    scheme: 'dark',
    light: { ...appearance.light, send: '#E0A458', sendText: '#1B1F27' },
    dark: { ...appearance.light, page: '#101010' },
    ...{ showSources: false, newChatPerVisit: true, avatar: 'https://shop.example.com/logo.png' },
  }
  expect((await save('appearance', changed)).appearance).toEqual(changed)
  expect((await columns()).chatbotConfig).toMatchObject({
    ...{ title: 'Desk', welcomeMessage: 'Hello', titleBackgroundColor: '#0C5C57', fontSize: 14 },
    ...{ titleAvatarSrc: 'https://shop.example.com/logo.png', overrideConfig: { generateNewSession: true } },
    botMessage: { showAvatar: true, textColor: '#303235' },
    textInput: { sendButtonColor: '#E0A458', sendButtonTextColor: '#1B1F27', placeholder: 'Yazın' },
    leads: { status: true, name: true },
  })

  expect((await save('appearance', { ...changed, dark: null })).appearance.dark).toBeNull()
})

test('saved settings apply immediately; incomplete ones are rejected; the flow of another user is not found', async () => {
  const { id, eve, predict, trpc, ada, save, columns } = await openFlow()
  await save('allowedDomains', { allowedOrigins: ['shop.example.com', ''], allowedOriginsError: 'No.' })
  expect((await predict({ origin: 'https://elsewhere.example.com' })).json().message).toBe('No.')
  await save('postProcessing', { enabled: true, code: "return $flow.input + ' heard'" })
  expect((await predict({ origin: 'https://shop.example.com' })).json().text).toBe(
    'When does the museum open? heard',
  )
  await save('rateLimit', { status: true, limitMax: '1', limitDuration: '3600', limitMsg: 'Slowly, please.' })
  expect([(await predict()).statusCode, (await predict()).body]).toEqual([200, 'Slowly, please.'])

  const wrong = { status: true, limitMax: '0', limitDuration: '60', limitMsg: '' }
  const rejected = await trpc(ada, 'saveConfig', { id, section: 'rateLimit', value: wrong }, 'POST')
  expect(rejected.statusCode).toBe(400)
  expect((await columns()).apiConfig.rateLimit.limitMax).toBe(1)
  const nothing = { status: true, title: '', successMessage: '', name: false, email: false, phone: false }
  const empty = await trpc(ada, 'saveConfig', { id, section: 'leads', value: nothing }, 'POST')
  expect([empty.statusCode, empty.body.includes('Choose at least one field')]).toEqual([400, true])

  const theirs = { id, section: 'starterPrompts', value: { prompts: ['Mine now'] } }
  const strangers = [await trpc(eve, 'config', { id }, 'GET'), await trpc(eve, 'saveConfig', theirs, 'POST')]
  expect(strangers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  expect((await columns()).chatbotConfig.starterPrompts).toBeUndefined()
})
