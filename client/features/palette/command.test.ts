import { expect, test } from 'vitest'
import { type Command, findCommands, isStored } from './command.ts'
import { markMatches } from './mark-matches.ts'

function aCommand(id: string, name: string, parts: Partial<Command> = {}): Command {
  return { id, name, group: 'flows', run: () => undefined, ...parts }
}

const commands = [
  aCommand('support', 'Support for müşteri'),
  aCommand('customer', 'Müşteri karşılama', { tags: 'mağaza;shop' }),
  aCommand('billing', 'Usage & Billing', { group: 'places' }),
  aCommand('new', 'New flow', { group: 'actions', words: 'create chatflow müşteri' }),
]

const idsOf = (query: string, recent: string[] = []) =>
  findCommands(commands, query, recent).flatMap((section) => section.commands.map(({ id }) => id))

test('letters without diacritics match those with them, prefix matches first', () => {
  expect(idsOf('musteri')).toEqual(['customer', 'support', 'new'])
})

test('a leading sign limits the list to actions or tags', () => {
  expect(idsOf('>flow')).toEqual(['new'])
  expect(idsOf('#magaza')).toEqual(['customer'])
})

test('canvas nodes are listed only on search, alone with @, and never as recently used', () => {
  const node = aCommand('node.chain', 'Müşteri zinciri', { group: 'nodes' })
  const all = [...commands, node]
  const namesOf = (query: string, recent: string[] = []) =>
    findCommands(all, query, recent).map(({ title, commands: members }) => [title, members.length])

  expect(namesOf('@')).toEqual([['nodes', 1]])
  expect(namesOf('@zincir')).toEqual([['nodes', 1]])
  expect(namesOf('musteri')).toEqual([
    ['flows', 2],
    ['nodes', 1],
    ['actions', 1],
  ])
  expect(namesOf('').map(([title]) => title)).not.toContain('nodes')
  expect(isStored(node)).toBe(false)
})

const canvas = [
  aCommand('publish', 'Publish', { group: 'canvas', words: 'yayınla deploy' }),
  aCommand('undo', 'Undo', { group: 'canvas', words: 'geri al', reason: 'Nothing to undo' }),
  aCommand('add-node', 'Add node…', { group: 'canvas', words: 'düğüm ekle', query: '+' }),
  aCommand('add.openAI', 'OpenAI', { group: 'add' }),
]
const onCanvas = (query: string, recent: string[] = []) =>
  findCommands([...commands, ...canvas], query, recent).flatMap((section) =>
    section.commands.map(({ id }) => id),
  )

test.each([
  ['publish', 'publish'],
  ['YAYINLA', 'publish'],
  ['yayinla', 'publish'],
  ['pbl', 'publish'],
  ['pubilsh', 'publish'],
  ['geri al', 'undo'],
  ['dugum ekle', 'add-node'],
])('%s finds the canvas command, and nothing else', (query, id) => {
  expect(onCanvas(query)).toEqual([id])
})

test('+ lists kinds of node, which are not listed otherwise', () => {
  expect(onCanvas('+')).toEqual(['add.openAI'])
  expect(onCanvas('+opn')).toEqual(['add.openAI'])
  expect(onCanvas('')).not.toContain('add.openAI')
})

test('commands that cannot run now are not offered as recently used', () => {
  const [first] = findCommands([...commands, ...canvas], '', ['undo', 'publish'])

  expect(first?.commands.map(({ id }) => id)).toEqual(['publish'])
})

test('text after a trigger is passed to the command, in either language', () => {
  const names: string[] = []
  const create = aCommand('new-flow', 'New chatflow', {
    group: 'actions',
    takes: {
      triggers: ['new chatflow', 'yeni sohbet akışı'],
      name: (text) => `New chatflow called ${text}`,
      run: (text) => names.push(text),
    },
  })
  for (const query of ['new chatflow Support', 'Yeni sohbet akisi Destek', 'publish']) {
    findCommands([create], query, [])[0]?.commands[0]?.run()
  }

  expect(names).toEqual(['Support', 'Destek'])
})

test('an empty query lists recently used commands first and only once', () => {
  const sections = findCommands(commands, '', ['billing', 'gone'])

  expect(sections[0]).toMatchObject({ title: 'recent', commands: [{ id: 'billing' }] })
  expect(idsOf('', ['billing', 'gone'])).toEqual(['billing', 'support', 'customer', 'new'])
})

test('of many flows, five are listed at first and twenty on search', () => {
  const many = Array.from({ length: 30 }, (_, place) => aCommand(`flow${place}`, `Flow ${place}`))

  expect(findCommands(many, '', [])[0]?.commands).toHaveLength(5)
  expect(findCommands(many, 'flow', [])[0]?.commands).toHaveLength(20)
})

test.each([
  ['Müşteri karşılama', 'musteri', ['Müşteri']],
  ['İstanbul', 'ist', ['İst']],
  ['Ilık su', 'ilik SU', ['Ilık', 'su']],
  ['Support', 'xyz', []],
])('in %s, the match of %s is highlighted', (name, query, expected) => {
  const parts = markMatches(name, query)

  expect(parts.map(({ text }) => text).join('')).toBe(name)
  expect(parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(expected)
})
