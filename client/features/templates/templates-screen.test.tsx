import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TemplateSummary } from '#shared/templates.ts'
import { arrangeTemplates, findSimilar } from './arrange-templates.ts'
import { assignCredentials } from './assign-credentials.ts'
import { TemplateScreen } from './template-screen.tsx'
import { TemplatesScreen } from './templates-screen.tsx'
import type { TemplatePaths } from './use-template-dialog.tsx'

const paths: TemplatePaths = {
  flows: '/app/chatflows',
  tools: '/app/tools',
  gallery: '/',
  template: (id) => `/gallery/${id}`,
  preview: (id) => `/marketplace/${id}`,
  canvas: (id, type) => `/canvas/${type}/${id}`,
}

async function openGallery({ language = 'en' as 'en' | 'tr', own = false } = {}) {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  if (own) {
    const tool = { color: '#123', func: 'return 1' }
    await root.call('POST', '/marketplaces/custom', { name: 'Clock', description: 'Tells the time', tool })
    await root.call('POST', '/marketplaces/custom', {
      name: 'Mine',
      usecases: ['Support'],
      flowData: aDemoFlow(),
    })
  }
  const screens = (
    <Routes>
      <Route path="/" element={<TemplatesScreen paths={paths} />} />
      <Route path="/gallery/:id" element={<TemplateScreen paths={paths} />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>
  )
  const { user } = await renderScreen(screens, { app, session: root, language })
  await screen.findAllByRole('listitem')
  return { user, root }
}

const cards = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('the gallery shows bundled templates in the current language, with their requirements', async () => {
  await openGallery({ language: 'tr' })

  expect(cards().length).toBeGreaterThanOrEqual(5)
  expect(cards()).toContain('Destek asistanı')
  expect(screen.getAllByText('Anahtar istemez').length).toBeGreaterThanOrEqual(5)
})

test('is searched, and shows an empty result', async () => {
  const { user } = await openGallery()

  await user.type(screen.getByRole('searchbox'), 'Translate and check')
  expect(await screen.findByText(/^1 of \d+ templates$/)).toBeTruthy()
  expect(cards()).toEqual(['Translate and check'])

  await user.type(screen.getByRole('searchbox'), 'zzz')
  expect(await screen.findByText('No matching templates')).toBeTruthy()
})

test('a custom template is shown, opened and deleted', async () => {
  const { user, root } = await openGallery({ own: true })

  await user.click(screen.getByRole('radio', { name: 'My templates 2' }))
  expect(cards()).toEqual(['Mine', 'Clock'])
  await user.click(screen.getByRole('link', { name: 'Mine' }))
  await user.click(await screen.findByRole('button', { name: 'Delete template' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete template' }),
  )

  await screen.findByText('“Mine” deleted.')
  const left = (await root.call('GET', '/marketplaces/custom')).json<{ name: string }[]>()
  expect(left.map(({ name }) => name)).toEqual(['Clock'])
})

test('a template becomes a named, unpublished draft', async () => {
  const { user, root } = await openGallery()

  await user.click(screen.getByRole('button', { name: /“Help desk”/ }))
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: 'Create flow' }))
  expect(await screen.findByText('Enter a name')).toBeTruthy()
  await user.type(name, 'My desk')
  await user.click(screen.getByRole('button', { name: 'Create flow' }))

  await screen.findByText('Elsewhere')
  const [flow] = (await root.call('GET', '/chatflows')).json()
  expect(flow).toMatchObject({ name: 'My desk', type: 'CHATFLOW' })
  expect(JSON.parse(flow.flowData).nodes).toHaveLength(4)
})

test('a tool template becomes a tool', async () => {
  const { user, root } = await openGallery({ own: true })
  await user.click(screen.getByRole('radio', { name: 'My templates 2' }))

  await user.click(screen.getByRole('button', { name: /“Clock”/ }))
  await user.click(await screen.findByRole('button', { name: 'Create tool' }))

  await screen.findByText('Elsewhere')
  expect((await root.call('GET', '/tools')).json()).toMatchObject([{ name: 'Clock', func: 'return 1' }])
})

test('a template page shows its steps and similar templates', async () => {
  const { user } = await openGallery()

  await user.click(screen.getByRole('link', { name: 'Reply writer' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Reply writer' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Steps' })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Similar' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Help desk' })).toBeTruthy()
})

const summary = (parts: Partial<TemplateSummary>): TemplateSummary => ({
  id: parts.name ?? '',
  source: 'shipped',
  name: '',
  description: '',
  type: 'Chatflow',
  badge: '',
  usecases: [],
  framework: [],
  thumbnail: { boxes: [], threads: [] },
  nodeCount: 0,
  needs: { credentials: [], missing: [] },
  typicalMicro: null,
  createdDate: null,
  ...parts,
})

test('filters and sorts', () => {
  const needsKey = { credentials: [{ kind: 'k', label: 'K', ready: false }], missing: [] }
  const all = [
    summary({ name: 'Zebra', nodeCount: 2, typicalMicro: 900, usecases: ['Support'] }),
    summary({ name: 'Ayı', nodeCount: 9, needs: needsKey, usecases: ['Support', 'Data'] }),
    summary({ name: 'Fil', type: 'AgentflowV2', nodeCount: 5, typicalMicro: 20, badge: 'POPULAR' }),
  ]
  const filter = {
    source: 'shipped',
    query: '',
    type: '',
    usecase: '',
    ready: false,
    sort: 'listed',
  } as const
  const names = (changes: object) =>
    arrangeTemplates(all, { ...filter, ...changes }, 'tr').map(({ name }) => name)

  expect(names({})).toEqual(['Zebra', 'Ayı', 'Fil'])
  expect(names({ sort: 'name' })).toEqual(['Ayı', 'Fil', 'Zebra'])
  expect(names({ sort: 'smallest' })).toEqual(['Zebra', 'Fil', 'Ayı'])
  expect(names({ sort: 'cheapest' })).toEqual(['Fil', 'Zebra', 'Ayı'])
  expect(names({ sort: 'popular' })).toEqual(['Fil', 'Zebra', 'Ayı'])
  expect(names({ ready: true })).toEqual(['Zebra', 'Fil'])
  expect(names({ type: 'AgentflowV2' })).toEqual(['Fil'])
  expect(names({ query: 'ayi' })).toEqual(['Ayı'])
  expect(findSimilar(all, { id: 'Zebra', usecases: ['Support'] }).map(({ name }) => name)).toEqual(['Ayı'])
})

test('sets the selected credential on each node of its kind', () => {
  const node = (id: string, kind?: string) => ({
    id,
    data: {
      name: id,
      inputParams: kind ? [{ type: 'credential', credentialNames: [kind] }] : [],
    },
  })
  const text = JSON.stringify({ nodes: [node('a', 'openAIApi'), node('b', 'other'), node('c')], edges: [] })

  const { nodes } = JSON.parse(assignCredentials(text, new Map([['openAIApi', 'key-1']])))

  expect(nodes.map(({ data }: { data: { credential?: string } }) => data.credential)).toEqual([
    'key-1',
    undefined,
    undefined,
  ])
})

test('is shown as a list if preferred, and the preference is stored', async () => {
  const { user } = await openGallery()
  const names = cards()

  await user.click(screen.getByRole('button', { name: 'List' }))
  const table = within(await screen.findByRole('table', { name: 'Flow Templates' }))
  expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([])
  expect(table.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names)
  expect(localStorage.getItem('templates.view')).toBe('"table"')
  await user.click(table.getByRole('button', { name: `Use template: “${names[0]}”` }))

  expect(await screen.findByRole('dialog', { name: `A flow from “${names[0]}”` })).toBeDefined()
})
