import { expect, test } from 'vitest'
import { isMenuItem, menuGroups, selectedPath, visibleGroups } from './menu-items.ts'

const pathsOf = (isAdmin: boolean) =>
  visibleGroups(menuGroups, isAdmin).flatMap(({ items }) => items.filter(isMenuItem).map(({ path }) => path))

test('an admin sees every item in the order of the specification', () => {
  expect(pathsOf(true)).toEqual([
    'usage-billing',
    'chatflows',
    'agentflows',
    'assistants',
    'flow-templates',
    'tools',
    'credentials',
    'variables',
    'integrations',
    'apikey',
    'document-stores',
    'document-pools',
  ])
})

test('others see what is theirs', () => {
  expect(pathsOf(false)).toEqual([
    'usage-billing',
    'chatflows',
    'credentials',
    'integrations',
    'document-pools',
  ])
})

test('a group with nothing left is hidden', () => {
  const [admins] = menuGroups.flatMap(({ items }) =>
    items.filter((item) => isMenuItem(item) && item.adminOnly),
  )
  const groups = [{ id: 'secret', items: [admins ?? { type: 'missing' }] }]

  expect(visibleGroups(groups, false)).toEqual([])
  expect(visibleGroups(groups, true)).toHaveLength(1)
})

test.each([
  ['', 'chatflows'],
  ['/', 'chatflows'],
  ['/app', 'usage-billing'],
  ['/app/', 'usage-billing'],
  ['/app/usage-billing', 'usage-billing'],
  ['/app/chatflows', 'chatflows'],
  ['/app/assistants/custom/7', 'assistants'],
  ['/app/document-stores/vector/1/2', 'document-stores'],
  ['/nowhere', undefined],
])('at %o the item %s is selected', (pathname, expected) => {
  expect(selectedPath(pathname)).toBe(expected)
})
