import { describe, expect, test } from 'vitest'
import { answerDemo, type DemoRequest } from './demo-answer.ts'

const user = (text: string) => ({ role: 'user', text })
const assistant = (text: string) => ({ role: 'assistant', text })
const system = (text: string) => ({ role: 'system', text })

const bookshop = system(`You are Ada, the assistant of the bookshop Sayfa in Izmir. Always answer politely.

## Opening hours
- Monday to Friday: 9:00 to 19:00
- Saturday: 10:00 to 17:00
- Sunday: closed

## Delivery
Delivery inside Turkey is free above 500 TL. It takes two to three working days.
Returns are possible within 14 days with the receipt.
If you don't know, say "Please call us on 0232 000 00 00".`)

const hotel = system(
  'Sen Pera adında bir otelin asistanısın. Kahvaltı 07:00 ile 10:30 arasında verilir. Otoparkımız ücretsizdir. Havuz yazın her gün açıktır. Evcil hayvan kabul edilmez.',
)

const fake = {
  en: '(Flowtill’s demo model answers here until a real one is connected.)',
  tr: '(Gerçek bir model bağlanana kadar burada Flowtill’in demo modeli yanıt verir.)',
}

describe('answers use the given context', () => {
  test.each([
    [bookshop, 'Are you open on Sunday?', 'Sunday: closed.'],
    [
      bookshop,
      'What are your opening hours?',
      '- Monday to Friday: 9:00 to 19:00\n- Saturday: 10:00 to 17:00\n- Sunday: closed',
    ],
    [
      bookshop,
      'How long does delivery take?',
      'Delivery inside Turkey is free above 500 TL. It takes two to three working days.',
    ],
    [bookshop, 'Can I return a book?', 'Returns are possible within 14 days with the receipt.'],
    [bookshop, 'Do you sell coffee?', 'Please call us on 0232 000 00 00'],
    [bookshop, 'Who are you?', `I am Ada, the assistant of the bookshop Sayfa in Izmir.\n\n${fake.en}`],
    [hotel, 'Kahvaltı saat kaçta?', 'Kahvaltı 07:00 ile 10:30 arasında verilir.'],
    [hotel, 'OTOPARK ücretli mi?', 'Otoparkımız ücretsizdir.'],
    [hotel, 'Kedimle gelebilir miyim? Evcil hayvan kabul ediyor musunuz?', 'Evcil hayvan kabul edilmez.'],
    [hotel, 'Sen kimsin?', `Ben Pera adında bir otelin asistanıyım.\n\n${fake.tr}`],
    [
      system(
        'Q: How do I reset my password?\nA: Click "Forgot password".\nQ: Can I change my email?\nA: Yes, under Profile.',
      ),
      'I forgot my password, how can I reset it?',
      'Click "Forgot password".',
    ],
  ])('%#', (reported, question, answer) => {
    expect(reply([reported, user(question)])).toBe(answer)
  })

  test('passages and question in one message', () => {
    const prompt = `Use these pieces of context to answer the question at the end.

Lithium batteries must be carried in the cabin. Each passenger may take two bags of at most 8 kg. Pets travel for 60 euros per flight.

Question: How much does it cost to take my pet?
Helpful Answer:`

    expect(reply([user(prompt)])).toBe('Pets travel for 60 euros per flight.')
  })

  test('a short question refers to the previous one', () => {
    const before = [bookshop, user('Are you open on Sunday?'), assistant('Sunday: closed.')]

    expect(reply([...before, user('And on Saturday?')])).toBe('Saturday: 10:00 to 17:00.')
  })

  test('a question to be rephrased is returned unchanged', () => {
    expect(
      reply([user('Chat History:\nHuman: Hi\nFollow Up Input: And on Sunday?\nStandalone question:')]),
    ).toBe('And on Sunday?')
  })

  test('the demo notice appears once per chat, and only in answers about the assistant', () => {
    const greeting = reply([bookshop, user('Hello, who are you?')])
    const before = [bookshop, user('Hello, who are you?'), assistant(greeting)]

    expect(greeting).toBe(`Hello! I am Ada, the assistant of the bookshop Sayfa in Izmir.\n\n${fake.en}`)
    expect(reply([...before, user('Are you a bot?')])).toBe(
      'I am Ada, the assistant of the bookshop Sayfa in Izmir.',
    )
    expect(reply([bookshop, user('Can I return a book?')])).not.toContain('demo model')
  })

  test('a summary consists of sentences of the text', () => {
    const text =
      'The museum opens at nine. It has three floors. The shop of the museum sells maps. Dogs stay outside. The café is on the roof.'

    const sentences = reply([user(`Summarize the following text:\n${text}`)]).match(/[^.]+\./g) ?? []

    expect(sentences).toHaveLength(3)
    expect(sentences.every((sentence) => text.includes(sentence.trim()))).toBe(true)
  })
})

describe('uses the conversation', () => {
  test.each([
    ['My name is Deniz.', 'What is my name?', 'Your name is Deniz.'],
    ["Hi, I'm Ada Lovelace", 'Do you remember my name?', 'Your name is Ada Lovelace.'],
    ['Benim adım Deniz.', 'Adım ne?', 'Adınız Deniz.'],
    ['Hello', 'What is my name?', 'You have not told me your name yet.'],
    ['My favourite colour is blue. I live in Izmir.', 'Where do I live?', 'You live in Izmir.'],
    [
      'My favourite colour is blue. I live in Izmir.',
      'What is my favourite colour?',
      'Your favourite colour is blue.',
    ],
    [
      'En sevdiğim renk mavi. Benim kedim Tekir.',
      'Kedimin adı ne?',
      'Şöyle demiştiniz: “Benim kedim Tekir.”',
    ],
    ['I like tea.', 'What did I just say?', 'You said: “I like tea.”'],
  ])('%s %s', (statement, question, answer) => {
    expect(reply([user(statement), assistant('Thank you.'), user(question)])).toBe(answer)
  })

  test('and confirms it', () => {
    expect(reply([user('My name is Deniz.')])).toBe('Nice to meet you, Deniz!')
    expect(reply([user('I live in Izmir.')])).toBe(
      'Thank you, I will remember that in this conversation: you live in Izmir.',
    )
  })
})

describe('is honest', () => {
  test.each([
    ['Who are you?', 'I am the small demo model built into Flowtill.'],
    ['Kimsin?', 'Ben Flowtill’in küçük demo modeliyim.'],
    ['Translate "good morning" into Turkish', 'I am sorry, I cannot translate'],
    ['"good morning" cümlesini Türkçeye çevir', 'Üzgünüm, çeviri yapamam'],
    [
      'What is a good name for a company that makes socks?',
      'I found nothing about “good name company makes socks”',
    ],
    ['Ankara’nın nüfusu kaç?', 'bana verilen bilgilerde “Ankara’nın nüfusu” hakkında bir şey bulamadım'],
    ['', 'I found nothing about your message'],
  ])('to the question %s', (question, part) => {
    expect(reply([user(question)])).toContain(part)
  })

  test.each([
    ['Hello!', 'Hello! How can I help you?'],
    ['Merhaba', 'Merhaba! Size nasıl yardımcı olabilirim?'],
    ['Teşekkürler', 'Rica ederim!'],
  ])('and polite: %s', (question, answer) => {
    expect(reply([user(question)])).toBe(answer)
  })
})

test('JSON follows its schema', () => {
  const schema = {
    type: 'object',
    properties: { age: { type: 'number' }, tags: { type: 'array', items: { type: 'string' } } },
  }

  expect(JSON.parse(reply([user('Ada is 36')], { json: { schema } }))).toEqual({
    age: 36,
    tags: ['Ada is 36'],
  })
  expect(JSON.parse(reply([user('6*7')], { json: {} }))).toEqual({ answer: '6 × 7 = **42**' })
})

test('the same request has the same answer', () => {
  const messages = [bookshop, user('When are you open?')]

  expect(reply(messages)).toBe(reply(messages))
})

// Linear matching takes at most a quarter of a second. Quadratic time would exceed the test timeout.
test.each([
  'a'.repeat(300_000),
  `a${' '.repeat(300_000)}`,
  'A'.repeat(300_000),
  'write to '.repeat(30_000),
  '1+'.repeat(150_000),
])('no text takes long to process: %#', (text) => {
  expect(reply([system(text), user(text)])).not.toBe('')
})

function reply(messages: DemoRequest['messages'], more: Partial<DemoRequest> = {}) {
  return answerDemo({ messages, ...more }).text
}
