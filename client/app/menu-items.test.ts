import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { isMenuItem, menuGroups, selectedPath, visibleGroups } from './menu-items.ts'
import { appPaths } from './paths.ts'
import { routes } from './routes.tsx'

const pathsOf = (isAdmin: boolean) =>
  visibleGroups(menuGroups, isAdmin).flatMap(({ items }) => items.filter(isMenuItem).map(({ path }) => path))

test('an admin sees every built screen in the specified order', () => {
  expect(pathsOf(true)).toEqual([
    'usage-billing',
    'chatflows',
    'agentflows',
    'executions',
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

test('non-admins see only their own items', () => {
  expect(pathsOf(false)).toEqual([
    'usage-billing',
    'chatflows',
    'credentials',
    'integrations',
    'document-pools',
  ])
})

test('a group without visible items is hidden', () => {
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
  ['/app/flow-templates/7', 'flow-templates'],
  ['/app/assistants/custom/7', 'assistants'],
  ['/nowhere', undefined],
])('at %o the item %s is selected', (pathname, expected) => {
  expect(selectedPath(pathname)).toBe(expected)
})

test('every menu path has a screen', () => {
  const shell = routes.flatMap(findShell)
  const built = shell.map(({ path }) => path)

  expect(built).toEqual(expect.arrayContaining([...appPaths]))
  expect(pathsOf(true)).toEqual([...appPaths])
})

function findShell(route: RouteObject): RouteObject[] {
  return route.path === '/app' ? (route.children ?? []) : (route.children ?? []).flatMap(findShell)
}
