import { describe, expect, test } from 'vitest'
import { answerDemo, type DemoRequest } from '../demo-answer.ts'

const user = (text: string) => ({ role: 'user', text })
const system = (text: string) => ({ role: 'system', text })

describe('carries out simple instructions', () => {
  test.each([
    ['Say exactly: Good morning, Izmir!', 'Good morning, Izmir!'],
    ['Reply with "OK".', 'OK'],
    ['Aynen yaz: günaydın', 'günaydın'],
    ['Write "istanbul is nice" in uppercase', 'ISTANBUL IS NICE'],
    ['lowercase: HELLO', 'hello'],
    ['Büyük harfe çevir: ışık için', 'IŞIK İÇİN'],
    ['Count from 3 to 6', '3, 4, 5, 6'],
    ["5'e kadar say", '1, 2, 3, 4, 5'],
    ['How many words are in "the quick brown fox"?', '4 words'],
    ['Kaç kelime var: bugün hava çok güzel', '4 kelime'],
    ['List: apples, pears and plums', '- apples\n- pears\n- plums'],
    ['12*7', '12 × 7 = **84**'],
    ['What is (3 + 4) / 2?', '(3 + 4) / 2 = **3.5**'],
    ['What is 15% of 80?', '15 / 100 × 80 = **12**'],
    ['12 çarpı 7 kaç eder?', '12 × 7 = **84**'],
    ['2 ^ 10 =', '2 ^ 10 = **1024**'],
    ['0.1 + 0.2', '0.1 + 0.2 = **0.3**'],
  ])('%s', (question, answer) => {
    expect(reply([user(question)])).toBe(answer)
  })

  test.each([
    ['a date', 'What happened on 2024-10-05?'],
    ['division by zero', '1/0'],
    ['a broken sum', '(3 + 4'],
    ['something larger', 'Write a poem about the sea'],
    ['a task that only looks like an echo', 'Respond with how you would complete this task:'],
  ])('but not %s', (_, question) => {
    expect(reply([user(question)])).toContain("Flowtill's small demo model")
  })

  test('and in the style given by the system message', () => {
    const reported = 'The shop sells tea. '

    expect(reply([system(`${reported}Always answer in uppercase.`), user('What does the shop sell?')])).toBe(
      'THE SHOP SELLS TEA.',
    )
    expect(reply([system(`${reported}End every answer with "Bye!"`), user('What does the shop sell?')])).toBe(
      'The shop sells tea. Bye!',
    )
  })
})

function reply(messages: DemoRequest['messages']) {
  return answerDemo({ messages }).text
}
