import { expect, test } from 'vitest'
import { findNearTests } from './near-tests.ts'

const sources = new Map([
  ['server/features/tea/tea.service.ts', ''],
  ['server/features/tea/tea.test.ts', "import { openApp } from '#server/testing/open-app.ts'"],
  ['server/services.ts', "import { createTea } from './features/tea/tea.service.ts'"],
  ['server/services.test.ts', "import { services } from './services.ts'"],
  ['server/app.ts', "export const app = () => import('./services.ts')"],
  ['server/app.test.ts', "import { app } from './app.ts'"],
  [
    'client/features/tea/tea-screen.test.tsx',
    "import type { Tea } from '#server/features/tea/tea.service.ts'",
  ],
  ['client/e2e/tea.test.ts', "import { tea } from '#server/features/tea/tea.service.ts'"],
])

test('a change runs tests that import it, tests of its folder and tests of its importers', () => {
  expect(findNearTests(['server/features/tea/tea.service.ts'], sources)).toEqual([
    'client/features/tea/tea-screen.test.tsx',
    'server/features/tea/tea.test.ts',
    'server/services.test.ts',
  ])
})

test('the test named like a changed file runs before all others', () => {
  expect(findNearTests(['server/services.ts'], sources)).toEqual([
    'server/services.test.ts',
    'server/app.test.ts',
  ])
})

test('a changed test runs itself first', () => {
  expect(findNearTests(['server/app.test.ts'], sources)[0]).toBe('server/app.test.ts')
})

test('a deleted file runs the tests of its importers', () => {
  const rest = new Map([...sources].filter(([path]) => path !== 'server/services.ts'))

  expect(findNearTests(['server/services.ts'], rest)).toEqual([
    'server/services.test.ts',
    'server/app.test.ts',
  ])
})

test('a file that is no source runs nothing', () => {
  expect(findNearTests(['README.md'], sources)).toEqual([])
})
