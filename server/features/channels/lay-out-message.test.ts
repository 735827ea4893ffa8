import { expect, test } from 'vitest'
import type { ChannelPort } from '#server/ports/channels.ts'
import { buttonsOf, layOut, readButtonId } from './lay-out-message.ts'

const MAX_TEXT = 40
const port: Pick<ChannelPort, 'split' | 'files' | 'buttons'> = {
  split: (text) => text.match(/.{1,40}/gs) ?? [],
  files: { maxBytes: 100, takes: () => true, maxCaption: (mime) => (mime === 'audio/mpeg' ? 0 : 20) },
  buttons: { max: 3, maxTitle: 10, maxText: MAX_TEXT },
}
const file = (name: string, mime = 'image/png') => ({ name, title: name, mime })
const lay = (
  text: string,
  files: ReturnType<typeof file>[] = [],
  labels?: string[],
  kind: 'wait' | 'prompt' = 'wait',
) =>
  layOut(port, { text, files, ...(labels && { choices: { kind, labels } }) }).map(
    ({ text: piece, files: own, choices }) => [
      piece,
      ...(own ?? []).map(({ name }) => name),
      ...(choices?.labels ?? []),
    ],
  )

test('a short text is the caption of the first file, unless that takes none', () => {
  expect(lay('Look', [file('a'), file('b')])).toEqual([
    ['Look', 'a'],
    ['', 'b'],
  ])
  expect(lay('Listen', [file('a', 'audio/mpeg')])).toEqual([['Listen'], ['', 'a']])
  expect(lay('x'.repeat(21), [file('a')])).toEqual([['x'.repeat(21)], ['', 'a']])
  expect(lay('', [file('a')])).toEqual([['', 'a']])
})

test('files come before a text with choices, which stand below its last piece', () => {
  expect(lay('Which?', [file('a')], ['Yes', 'No'])).toEqual([
    ['', 'a'],
    ['Which?', 'Yes', 'No'],
  ])
  expect(lay('x'.repeat(50), [], ['Yes', 'No'])).toEqual([['x'.repeat(40)], ['x'.repeat(10), 'Yes', 'No']])
  expect(lay('', [], ['Yes', 'No'])).toEqual([['1. Yes\n2. No', 'Yes', 'No']])
})

test('a text too long to stand above buttons goes before the numbered choices', () => {
  const narrow = { ...port, buttons: { max: 3, maxTitle: 10, maxText: 5 } }

  const pieces = layOut(narrow, {
    text: 'Which one?',
    files: [],
    choices: { kind: 'wait', labels: ['A', 'B'] },
  })

  expect(pieces.map(({ text }) => text)).toEqual(['Which one?', '1. A\n2. B'])
})

test('more choices than the platform takes are numbered; more questions are left out', () => {
  const labels = ['A', 'B', 'C', 'D']

  expect(lay('Which?', [], labels)).toEqual([['Which?\n\n1. A\n2. B\n3. C\n4. D']])
  expect(lay('Which?', [], labels, 'prompt')).toEqual([['Which?', 'A', 'B', 'C']])
})

test('labels are whole in the text where titles are cut, and no character is torn', () => {
  const choices = { kind: 'prompt' as const, labels: ['Ten letters and more', '1234567😀 more'] }

  const [piece] = layOut(port, { text: '', files: [], choices })
  const buttons = buttonsOf({ messageId: 'm-1', choices }, port.buttons)

  expect(piece?.text).toContain('1. Ten letters and more')
  expect(buttons.map(({ title }) => title)).toEqual(['1. Ten le…', '2. 123456…'])
  expect(buttons.every(({ title }) => title.length <= 10 && title.isWellFormed())).toBe(true)
  expect(buttons.map(({ id }) => readButtonId(id))).toEqual([
    { messageId: 'm-1', index: 0 },
    { messageId: 'm-1', index: 1 },
  ])
  expect(readButtonId('anything')).toBeUndefined()
})
