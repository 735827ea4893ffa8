import { expect, test } from 'vitest'
import { modelCalls, usageDays } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { plainWords } from './plain-words.ts'

async function openFlow() {
  const world = await createTestApp({ listen: true })
  const root = await world.signUp('root')
  const keys = (await root.call('GET', '/credentials')).json<{ id: string; credentialName: string }[]>()
  const credentialId = keys.find(({ credentialName }) => credentialName === 'openAIApi')?.id ?? ''
  const { id } = (
    await root.call('POST', '/chatflows', {
      type: 'CHATFLOW',
      name: 'Museum',
      flowData: JSON.stringify(aConversationFlow()),
      isPublic: true,
    })
  ).json()
  const voice = (openai: object | null) =>
    root.call('PUT', `/chatflows/${id}`, { textToSpeech: openai && JSON.stringify({ openai }) })
  const predict = async (body: object = {}) =>
    world.app.inject({
      method: 'POST',
      url: `/api/v1/prediction/${id}`,
      payload: { question: 'When does it open?', chatId: 'c', ...body },
    })
  const speak = (chatMessageId: string, more: object = {}, headers = {}) =>
    world.app.inject({
      method: 'POST',
      url: '/api/v1/text-to-speech/generate',
      headers,
      payload: { chatflowId: id, chatId: 'c', chatMessageId, ...more },
    })
  const spoken = async () =>
    (await world.store.db.select().from(modelCalls)).filter(({ nodeId }) => nodeId === 'textToSpeech')
  return { ...world, root, id, credentialId, voice, predict, speak, spoken }
}

type Frame = { event: string; data: { chatMessageId?: string; format?: string; audioChunk?: string } }

function framesIn(body: string): Frame[] {
  return [...body.matchAll(/^data: ?(\{.*\})$/gm)].map(([, json = '']) => JSON.parse(json))
}

function soundIn(body: string) {
  const chunks = framesIn(body).filter(({ event }) => event === 'tts_data')
  return Buffer.concat(chunks.map(({ data }) => Buffer.from(data.audioChunk ?? '', 'base64')))
}

test('a visitor gets the stored answer as speech in the configured voice; it is charged once, by its characters', async () => {
  const { voice, predict, speak, spoken, credentialId, store, root, id, services } = await openFlow()
  await voice({ status: true, credentialId, voice: 'nova' })
  const { chatMessageId, text } = (await predict()).json()

  const audio = await speak(chatMessageId, {
    text: 'Read this instead',
    provider: 'openai',
    credentialId: 'x',
  })

  expect(audio.headers['content-type']).toBe('text/event-stream')
  expect(audio.body).toMatch(/^event: tts_start\ndata: \{"event":"tts_start","data":\{/)
  const frames = framesIn(audio.body)
  expect([frames[0], frames.at(-1)]).toEqual([
    { event: 'tts_start', data: { chatMessageId, format: 'wav' } },
    { event: 'tts_end', data: { chatMessageId } },
  ])
  const sound = soundIn(audio.body)
  expect([sound.toString('latin1', 0, 4), sound.readUInt32LE(4)]).toEqual(['RIFF', sound.length - 8])
  const characters = [...plainWords(text)].length
  expect(await spoken()).toMatchObject([
    {
      provider: 'openai',
      model: 'tts-1',
      inputTokens: characters,
      costMicro: characters * 15,
      estimated: false,
    },
  ])

  expect(soundIn((await speak(chatMessageId)).body).equals(sound)).toBe(true)
  expect(await spoken()).toHaveLength(1)
  expect(await checkLedger(store.db)).toEqual([])
  expect((await root.call('GET', `/chatmessage/${id}?chatId=c`)).json()).toHaveLength(2)
  const { runs } = await services.runs.list(id, { limit: 5 })
  expect(runs.map(({ state, until }) => [state, until]).toSorted()).toEqual([
    ['finished', null],
    ['finished', 'textToSpeech'],
  ])
})

test('usage counts speech by its cost, and not as an answer', async () => {
  const { voice, predict, speak, credentialId, store } = await openFlow()
  await voice({ status: true, credentialId, voice: 'nova' })
  const { chatMessageId } = (await predict()).json()

  await speak(chatMessageId)

  const days = await store.db.select().from(usageDays)
  const counted = days.map(({ model, answers, calls, costMicro }) => [model, answers, calls, costMicro > 0])
  expect(counted.toSorted()).toEqual([
    ['flowtill-demo', 1, 1, true],
    ['tts-1', 0, 1, true],
  ])
  expect(await checkLedger(store.db)).toEqual([])
})

test('speech requires access to the answer, and unaffordable speech is not requested', async () => {
  const { voice, predict, speak, spoken, credentialId, root, signUp, id, store, app } = await openFlow()
  const { chatMessageId } = (await predict()).json()
  const rejected = async (response: ReturnType<typeof speak>) => {
    const { statusCode, body } = await response
    return [statusCode, JSON.parse(body).message]
  }
  expect(await rejected(speak(chatMessageId))).toEqual([400, 'This flow does not read its answers aloud.'])
  await voice({ status: true, credentialId })
  const unknown = [404, 'This answer does not exist in this conversation.']
  expect(await rejected(speak(chatMessageId, { chatId: 'another' }))).toEqual(unknown)
  const internal = await root.call('POST', `/internal-prediction/${id}`, { question: 'Hello', chatId: 'c' })
  expect(await rejected(speak(internal.json().chatMessageId))).toEqual(unknown)
  expect((await speak(internal.json().chatMessageId, {}, root.headers)).statusCode).toBe(200)
  expect(await spoken()).toHaveLength(1)

  // A platform credential without a price, and another user's credential.
  await voice({ status: true, credentialId, model: 'gpt-4o-mini-tts' })
  expect(String((await rejected(speak(chatMessageId, {}, root.headers)))[1])).toContain(
    'gpt-4o-mini-tts has no price on this server',
  )
  const unavailable = [503, 'This chatbot is not available right now.']
  expect(await rejected(speak(chatMessageId))).toEqual(unavailable)
  const eve = await signUp('eve')
  const hers = (
    await eve.call('POST', '/credentials', {
      name: 'Hers',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sandbox-hers' },
    })
  ).json()
  await voice({ status: true, credentialId: hers.id })
  expect(await rejected(speak(chatMessageId))).toEqual(unavailable)
  expect(await rejected(speak(chatMessageId, {}, root.headers))).toEqual([
    400,
    'The speech credential was deleted. Choose another one in the flow’s configuration.',
  ])
  const voices = (who: typeof eve) =>
    who.call('GET', `/text-to-speech/voices?provider=openai&credentialId=${hers.id}`)
  expect((await voices(root)).statusCode).toBe(400)
  expect((await voices(eve)).json()).toContainEqual({ id: 'alloy', name: 'alloy' })

  await voice({ status: true, credentialId })
  const tried = (text: string, headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/trpc/speaking.try',
      headers,
      payload: { flowId: id, text, provider: 'openai', credentialId, voice: 'alloy', model: '' },
    })
  const busy = await tried('[[sandbox error=429]]', root.headers)
  expect([busy.statusCode, busy.json().error.message]).toEqual([
    429,
    'OpenAI answered 429: Rate limit reached for this model. Please try again in a moment.',
  ])
  expect((await tried('Hello', eve.headers)).statusCode).toBe(404)
  expect((await tried('Hello', root.headers)).json().result.data.format).toBe('wav')
  expect((await spoken()).map(({ costMicro }) => costMicro > 0)).toEqual([true, false, true])
  expect(await checkLedger(store.db)).toEqual([])
})

test('a wallet that cannot pay gets no speech; an answer is read automatically if its owner enables it, before its end', async () => {
  const { voice, predict, speak, spoken, credentialId, root } = await openFlow()
  await voice({ status: true, credentialId, autoPlay: true })

  const frames = framesIn((await predict({ streaming: true })).body)

  const events = frames.map(({ event }) => event).filter((event) => event !== 'token')
  expect(events).toEqual([
    'start',
    'tts_start',
    ...events.filter((each) => each === 'tts_data'),
    'tts_end',
    'metadata',
    'end',
  ])
  const { chatMessageId = '' } = frames.find(({ event }) => event === 'metadata')?.data ?? {}
  expect(frames.find(({ event }) => event === 'tts_start')?.data).toEqual({ chatMessageId, format: 'wav' })
  expect(await spoken()).toHaveLength(1)

  const other = (await predict({ chatId: 'c' })).json().chatMessageId
  await root.call('POST', '/wallets/upsert', { userId: root.user.id, amount: 0 })
  const broke = await speak(other, {}, root.headers)
  expect([broke.statusCode, broke.json().code]).toEqual([402, 'INSUFFICIENT_FUNDS'])
  expect((await speak(other)).json().code).toBe('UNAVAILABLE')
  expect(await spoken()).toHaveLength(1)
  expect((await speak(chatMessageId)).statusCode).toBe(200)
})
