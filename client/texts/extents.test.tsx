import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { whenOpened } from '#client/components/on-demand.tsx'
import { ToastProvider } from '#client/components/toasts.tsx'
import { en } from './en.ts'
import { enCanvas } from './en-canvas.ts'
import { enEntry } from './en-entry.ts'
import { loadTexts, TextsProvider, useLanguage, useTexts } from './texts.tsx'
import { tr } from './tr.ts'

const root = resolve(import.meta.dirname, '../..')

/** Files loaded together with the entries; lazily loaded ones bring the full texts. */
function closureOf(entries: string[]) {
  const files = new Map<string, string>()
  const waiting = entries.map((entry) => join(root, entry))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (!files.has(path)) {
      const source = readFileSync(path, 'utf8')
      files.set(path, source)
      waiting.push(...importsOf(source, path))
    }
  }
  return files
}

const atOnce = /^(?:import|export)\s(?!type\b)[^'";]*?'([^']+)'/gm
const lazily = /\blazily\([^']*import\('([^']+)'\)/g

function importsOf(source: string, path: string) {
  return [...source.matchAll(atOnce), ...source.matchAll(lazily)]
    .map(([, name = '']) => (name.startsWith('#') ? join(root, name.slice(1)) : resolve(dirname(path), name)))
    .filter((file) => /\.tsx?$/.test(file) && existsSync(file))
}

const areaNames = Object.keys(en)

/**
 * Text areas destructured from `useTexts()` or picked from `Texts`, such as `const { board, nodes: texts } =
 * useTexts()`.
 */
function areasIn(source: string) {
  const taken = [...source.matchAll(/const \{([^}]*)\} = useTexts\(\)(?!\.)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.split(':')[0]?.trim() ?? ''),
  )
  const named = [...source.matchAll(/useTexts\(\)\.(\w+)|Texts\['(\w+)'\]/g)].map(([, a, b]) => a ?? b ?? '')
  return [...taken, ...named].filter((name) => areaNames.includes(name))
}

function missing(entries: string[], known: object) {
  return [...closureOf(entries)].flatMap(([path, source]) =>
    areasIn(source)
      .filter((area) => !Object.hasOwn(known, area))
      .map((area) => `${path.slice(root.length)}: ${area}`),
  )
}

test('the canvas and its chat use only texts of their own bundle', () => {
  const entries = [
    'client/app/canvas-page.tsx',
    'client/app/agent-canvas-page.tsx',
    'client/app/overlays/overlays.tsx',
  ]

  expect(closureOf(entries).size).toBeGreaterThan(200)
  expect([...closureOf(entries).keys()]).toContain(join(root, 'client/features/chat/chat-panel.tsx'))
  expect(missing(entries, enCanvas)).toEqual([])
})

test('the signed-out pages use only texts loaded before sign-in', () => {
  const entries = [
    'client/app/app.tsx',
    'client/app/root.tsx',
    'client/features/auth/login-screen.tsx',
    'client/features/auth/register-screen.tsx',
    'client/features/auth/reset-password-screen.tsx',
  ]

  // `translated` is optional: without it, server messages fall back to `errors`.
  expect(missing(entries, { ...enEntry, translated: undefined })).toEqual([])
})

function Line() {
  const { account } = useTexts()
  return <p>{account.profile.saved}</p>
}
const Opened = whenOpened(async () => Line)

function Screen() {
  const { common } = useTexts()
  const [, setLanguage] = useLanguage()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true)
          setLanguage('tr')
        }}
      >
        {common.open}
      </button>
      {isOpen && <Opened />}
    </>
  )
}

test('an overlay of the canvas has all its texts, even after a language change', async () => {
  render(
    <TextsProvider initial={await loadTexts('en', 'canvas')}>
      <ToastProvider>
        <Screen />
      </ToastProvider>
    </TextsProvider>,
  )

  await act(async () => screen.getByRole('button', { name: en.common.open }).click())

  expect(await screen.findByText(tr.account.profile.saved)).toBeDefined()
  expect(screen.getByRole('button', { name: tr.common.open })).toBeDefined()
})
