import { expect, test } from 'vitest'
import { inbox as texts } from '#client/texts/en/inbox.ts'
import { aConversation, aMessage } from '../testing/samples.ts'
import { toJson, toLines } from './export-rows.ts'

const exported = [
  {
    conversation: aConversation({ name: 'Ayşe Kaya' }),
    messages: [
      aMessage(1, { content: 'Two lines,\nand "quotes"' }),
      aMessage(2, { role: 'apiMessage', content: '=1+1', cost: 0.004 }),
      aMessage(3, { role: 'apiMessage', content: 'Here I am', isManualMessage: true, operatorName: 'deniz' }),
    ],
  },
]

test('the table has a line per message, by its author, safe for spreadsheets', () => {
  const [head, ...lines] = toLines(exported, texts).split('\r\n')

  expect(head).toBe('Flow,Platform,Chat id,Session id,Name,Email,Phone,Date,Author,Text,Rating,Cost (USD)')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain(
    'Shop,Hosted page,c1,c1,Ayşe Kaya,,,2026-11-20T12:00:01.000Z,Visitor,"Two lines,\nand ""quotes""",,',
  )
  expect(lines[1]).toMatch(/,AI,.*=1\+1.*,,0\.004$/)
  expect(lines[1]).not.toMatch(/,=1\+1,/)
  expect(lines[2]).toContain(',deniz,Here I am,')
})

test('the file for programs holds conversations with their messages', () => {
  expect(JSON.parse(toJson(exported))).toMatchObject([
    { chatId: 'c1', name: 'Ayşe Kaya', messages: [{ sequence: 1 }, { sequence: 2 }, { sequence: 3 }] },
  ])
})
