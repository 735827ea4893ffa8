import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { planFlow } from '#server/engine/plan-flow.ts'
import { describeFailure, describeStatus } from '#server/engine/service-error.ts'
import { createQuoting } from '#server/features/payments/quoting.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { checkPhone } from '#shared/phone.ts'
import { showNodeTexts } from './node-texts.ts'
import { trNodes } from './tr/nodes/all.ts'
import { patterns, translateSentence } from './tr/patterns.ts'
import { tr } from './tr.ts'

afterEach(() => showNodeTexts(undefined))

/** Output of commands and the sandbox is for operators, that of node-icons and static files for programs. */
const silent = /\.test\.|^server\/(sandbox|commands|testing|http)\/|\/testing\//

const sources = ['server', 'shared'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.ts') && !silent.test(file))
    .map((file) => readFileSync(file, 'utf8')),
)

const template = String.raw`\`((?:[^\`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}\`]|\{[^{}]*\})*\})*)\``
const thrown = new RegExp(String.raw`new AppError\(\s*(?:'([A-Z_]+)'|[\w.]+),\s*${template}`, 'g')

/** Sentences that consist only of values: the tests below build them. */
const composed = new Set(['X.', 'X: X', 'XXX.', 'X: X X.', 'X: X.'])

/** API errors, read by developers. */
const forDevelopers = /^The Idempotency-Key|^Send the notification|cannot be imported\. X$/

function substitute(text: string, value: string) {
  return text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, value)
}

test('every error with a name or an amount in it has a Turkish pattern', () => {
  const templates = sources.flatMap((source) =>
    [...source.matchAll(thrown)].map(([, code, text = '']) => ({ code, text: substitute(text, 'X') })),
  )
  const missing = templates
    .filter(({ code, text }) => code !== 'INTERNAL' && !composed.has(text) && !forDevelopers.test(text))
    .filter(({ text }) => tr.translated(text) === undefined)

  expect(templates.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

test('every pattern matches a sentence of the server', () => {
  const literals = /'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"/g
  const sentences = new Set(
    sources.flatMap((source) => [
      ...[...source.matchAll(new RegExp(`(?=${template})`, 'g'))].map(([, text = '']) =>
        substitute(text, '<>'),
      ),
      ...[...source.matchAll(literals)].map(([, single, double = '']) => single ?? double),
    ]),
  )
  const stale = Object.keys(patterns)
    .map((pattern) => pattern.replaceAll(/<\w+>/g, '<>'))
    .filter((pattern) => !sentences.has(pattern) && !/ answered <>\.| \(and <> more\)\.$/.test(pattern))

  expect(stale).toEqual([])
})

test('a translation repeats every value of its pattern', () => {
  const names = (text: string) => [...text.matchAll(/<\w+>/g)].map(([name]) => name).toSorted()

  for (const [pattern, translated] of Object.entries(patterns)) {
    expect([pattern, names(translated)]).toEqual([pattern, names(pattern)])
  }
})

test('amounts and days are formatted for Turkish', () => {
  expect(translateSentence('This account has reached its limit of $1,250.50 for today.')).toBe(
    'Bu hesap bugünkü sınırına ulaştı: 1.250,50 $.',
  )
  expect(
    translateSentence(
      'The latest exchange rate (2026-11-09) is too old. Top-ups are paused until a new rate is published.',
    ),
  ).toBe('Son döviz kuru (09.11.2026) çok eski. Yeni kur yayımlanana kadar bakiye yüklenemez.')
})

test('the limits of a top-up are translated', () => {
  const terms = { minMicro: 50_000_000, maxMicro: 1_000_000_000, feePercent: '2', vatPercent: '20' }
  const { rejectOutOfBounds } = createQuoting({ rates: { current: () => Promise.reject() }, terms })

  expect(translateSentence(messageOf(() => rejectOutOfBounds(1_000_000)))).toBe(
    'En az 50 $ yükleyebilirsiniz',
  )
  expect(translateSentence(messageOf(() => rejectOutOfBounds(2_000_000_000)))).toBe(
    'En fazla 1.000 $ yükleyebilirsiniz',
  )
})

test('PayTR rejections are translated with and without a reason', () => {
  expect(translateSentence('PayTR did not start the payment: hash mismatch')).toBe(
    'PayTR ödemeyi başlatmadı: hash mismatch',
  )
  expect(translateSentence('PayTR did not start the payment.')).toBe('PayTR ödemeyi başlatmadı.')
})

test('the message of a failing service is preserved', () => {
  const unreachable = describeFailure({ code: 'ECONNREFUSED' }, 'The database shop.example.com').message
  const rejected = describeStatus('OpenAI', 401, 'Incorrect API key.').message

  expect(translateSentence(unreachable)).toBe(
    'shop.example.com veritabanı bulunamadı ya da yanıt vermiyor. Adresi kontrol edip yeniden deneyin.',
  )
  expect(translateSentence(rejected)).toBe('OpenAI yanıtı: 401, Incorrect API key.')
})

test.each([
  [403, 'OpenAI yanıtı: 403. Kimlik bilgisini kontrol edin.'],
  [404, 'OpenAI yanıtı: 404. Adresi ve ayarlardaki adları kontrol edin.'],
  [503, 'OpenAI yanıtı: 503. Birazdan yeniden deneyin.'],
  [418, 'OpenAI yanıtı: 418. Ayarları kontrol edin.'],
])('a service that responds %i without a message is translated', (status, translated) => {
  expect(translateSentence(describeStatus('OpenAI', status).message)).toBe(translated)
})

test('issues of a flow name nodes and fields in Turkish', () => {
  showNodeTexts(trNodes)
  const flow = aConversationFlow()
  flow.edges = []
  for (const { data } of flow.nodes) {
    data.inputs = {}
  }

  const message = messageOf(() => planFlow(flow, catalogue))

  expect(message).toBe('Conversation Chain: Chat Model is required (and 1 more).')
  expect(translateSentence(message)).toBe('Sohbet zinciri: Sohbet modeli gerekli (ve 1 sorun daha).')
})

test('the format of a phone number names its country', () => {
  expect(translateSentence(checkPhone('123456789', '+90') ?? '')).toMatch(
    /^Türkiye için geçersiz biçim\. Beklenen: /,
  )
})

test('a sentence without a pattern has no Turkish translation', () => {
  expect(translateSentence('Somebody wrote this.')).toBeUndefined()
  expect(translateSentence('Label: somebody wrote this.')).toBeUndefined()
})

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}

test.each([
  ['The central bank answered with status 503.', 'Merkez Bankası 503 durum koduyla yanıt verdi.'],
  ['The central bank has no bulletin of the last 10 days.', 'Merkez Bankasının son 10 güne ait bülteni yok.'],
  ['The central bank sent an unreadable bulletin.', 'Merkez Bankasının bülteni okunamadı.'],
])('%s is translated without English words', (sentence, translated) => {
  expect(translateSentence(sentence)).toBe(translated)
})
