import { expect, test } from 'vitest'
import { type Command, findCommands, isKept } from './command.ts'
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

test('letters without their marks find those with them, what begins so first', () => {
  expect(idsOf('musteri')).toEqual(['customer', 'support', 'new'])
})

test('a sign at the beginning leaves actions or tags alone', () => {
  expect(idsOf('>flow')).toEqual(['new'])
  expect(idsOf('#magaza')).toEqual(['customer'])
})

test('nodes of a canvas come when they are sought, alone with @, and are never what was used lately', () => {
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
  expect(isKept(node)).toBe(false)
})

test('with nothing typed, what was used lately comes first and only once', () => {
  const sections = findCommands(commands, '', ['billing', 'gone'])

  expect(sections[0]).toMatchObject({ title: 'recent', commands: [{ id: 'billing' }] })
  expect(idsOf('', ['billing', 'gone'])).toEqual(['billing', 'support', 'customer', 'new'])
})

test('of many flows the first five stand there, and twenty are found', () => {
  const many = Array.from({ length: 30 }, (_, place) => aCommand(`flow${place}`, `Flow ${place}`))

  expect(findCommands(many, '', [])[0]?.commands).toHaveLength(5)
  expect(findCommands(many, 'flow', [])[0]?.commands).toHaveLength(20)
})

test.each([
  ['Müşteri karşılama', 'musteri', ['Müşteri']],
  ['İstanbul', 'ist', ['İst']],
  ['Ilık su', 'ilik SU', ['Ilık', 'su']],
  ['Support', 'xyz', []],
])('in %s, %s is set off', (name, query, expected) => {
  const parts = markMatches(name, query)

  expect(parts.map(({ text }) => text).join('')).toBe(name)
  expect(parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(expected)
})
