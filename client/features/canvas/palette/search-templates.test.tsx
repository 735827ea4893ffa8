import { expect, test } from 'vitest'
import { foldText } from '#client/components/fold-text.ts'
import { aTemplate } from '../testing/a-graph.ts'
import { byCategory, searchTemplates } from './search-templates.ts'

const catalogue = [
  aTemplate('chatOpenAI', {
    label: 'OpenAI',
    category: 'Chat Models',
    description: 'A chat model',
    tags: ['gpt'],
  }),
  aTemplate('bufferMemory', {
    label: 'Buffer Memory',
    category: 'Memory',
    description: 'Remembers a conversation',
  }),
  aTemplate('conversationChain', { label: 'Conversation Chain', category: 'Chains', description: 'Talks' }),
]
const names = (words: string) => searchTemplates(catalogue, words).map(({ name }) => name)

test('searches label, name, tags, category and description', () => {
  expect(names('openai')).toEqual(['chatOpenAI'])
  expect(names('bufferm')).toEqual(['bufferMemory'])
  expect(names('gpt')).toEqual(['chatOpenAI'])
  expect(names('chains')).toEqual(['conversationChain'])
  expect(names('remembers')).toEqual(['bufferMemory'])
})

test('ranks a match in the label before one in the description', () => {
  expect(names('conversation')).toEqual(['conversationChain', 'bufferMemory'])
})

test('finds a category by its name in the user’s language', () => {
  const alsoCalled = ({ category }: { category: string }) => (category === 'Memory' ? 'Bellek' : '')

  expect(searchTemplates(catalogue, 'bellek', alsoCalled).map(({ name }) => name)).toEqual(['bufferMemory'])
})

test('requires every word', () => {
  expect(names('buffer memory')).toEqual(['bufferMemory'])
  expect(names('buffer gpt')).toEqual([])
})

test('a search treats Turkish letters and their plain forms alike', () => {
  expect(foldText('MÜŞTERİ')).toBe(foldText('musteri'))
  expect(foldText('ISPARTA ılık')).toBe('isparta ilik')
})

test('groups by category in the order of the catalogue', () => {
  expect(byCategory(catalogue).map(([category]) => category)).toEqual(['Chat Models', 'Memory', 'Chains'])
})
