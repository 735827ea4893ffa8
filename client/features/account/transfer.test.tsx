import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'

// Each file is parsed by a worker thread, which starts slowly on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

type Answer = (path: string, pass: () => Promise<Response>) => Promise<Response>

async function openMenu(
  who: 'admin' | 'user',
  entry?: string,
  { answer, language }: { answer?: Answer; language?: 'tr' } = {},
) {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const session = who === 'admin' ? root : await signUp('ada')
  await session.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Returns desk' })
  await session.call('POST', '/chatflows', { name: 'Team', type: 'MULTIAGENT' })
  if (who === 'admin') {
    await session.call('POST', '/tools', { name: 'clock', description: '', color: '#000' })
    await session.call('POST', '/variables', { name: 'city', type: 'static', value: 'Van' })
  }
  const requested: string[] = []
  // Files are sent by plain fetch to the real server.
  vi.stubGlobal(
    'fetch',
    async (url: string, { headers, body }: { headers: Record<string, string>; body: string | File }) => {
      requested.push(url)
      const pass = async () => {
        const payload = typeof body === 'string' ? body : await body.text()
        const response = await app.inject({ method: 'POST', url, headers, payload })
        return new Response(response.body, { status: response.statusCode })
      }
      return answer ? answer(url, pass) : pass()
    },
  )
  const view = await renderApp('/app/credentials', { app, session, ...(language && { language }) })
  await view.user.click(await screen.findByRole('button', { name: language ? 'Profil' : 'Profile' }))
  if (entry) {
    await view.user.click(await screen.findByRole('menuitem', { name: entry }))
  }
  const choose = async (content: string, name = 'ExportData.json') => {
    const input = document.querySelector<HTMLInputElement>(
      'input[type=file][accept=".json"]:not(#load-chatflow)',
    )
    if (!input) {
      throw new Error('There is nothing to choose a file with.')
    }
    fireEvent.change(input, { target: { files: [new File([content], name)] } })
  }
  return { ...view, session, requested, choose }
}

function watchDownloads() {
  const saved: { name: string; blob: Blob }[] = []
  let last: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) {
      saved.push({ name: this.download, blob: last })
    }
  })
  return saved
}

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')

test('export offers five selected kinds with their counts, and requires at least one', async () => {
  const { user } = await openMenu('admin', 'Export')

  const dialog = await screen.findByRole('dialog', { name: 'Select Data to Export' })
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true, true, true])
  const rows = within(dialog).getAllByRole('listitem')
  await waitFor(() =>
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Chatflows1',
      'Agentflows1',
      'Tools1',
      'Variables1',
      'Assistants0',
    ]),
  )
  expect(within(dialog).getByText(/^Passwords and files are not exported\./)).toBeDefined()
  expect(within(dialog).getByText(/^About [\d,]+ (Bytes|KB)$/)).toBeDefined()
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Export' })
  for (const box of boxes()) {
    await user.click(box)
  }
  expect(button.disabled).toBe(true)
  await user.click(boxes()[2] as HTMLElement)
  expect(button.disabled).toBe(false)
})

test('the file contains only the selected kinds, and has the name given by the server', async () => {
  const saved = watchDownloads()
  const gate = Promise.withResolvers<void>()
  const { user } = await openMenu('admin', 'Export', {
    answer: async (_, pass) => {
      await gate.promise
      return pass()
    },
  })
  await screen.findByRole('dialog', { name: 'Select Data to Export' })
  for (const name of ['Chatflows', 'Agentflows', 'Assistants']) {
    await user.click(screen.getByRole('checkbox', { name }))
  }

  await user.click(screen.getByRole('button', { name: 'Export' }))

  const busy = await screen.findByRole('dialog', { name: 'Exporting..' })
  expect(within(busy).getByText('Exporting data might takes a while')).toBeDefined()
  gate.resolve()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved.map(({ name }) => name)).toEqual(['ExportData.json'])
  const file = JSON.parse((await saved[0]?.blob.text()) ?? '')
  expect(file).toMatchObject({ Tool: [{ name: 'clock' }], Variable: [{ name: 'city', value: 'Van' }] })
  expect(Object.keys(file)).toEqual(['Tool', 'Variable'])
})

test('a failed export closes the dialog and stays as a notification', async () => {
  const { user } = await openMenu('user', 'Export', {
    answer: async () => new Response('<html>', { status: 502 }),
  })
  await screen.findByRole('dialog', { name: 'Select Data to Export' })

  await user.click(screen.getByRole('button', { name: 'Export' }))

  expect((await screen.findByRole('alert')).textContent).toContain('Failed to export: ')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a file that cannot be created is a different failure', async () => {
  const { user } = await openMenu('user', 'Export')
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('The disk is full.')
  })
  await screen.findByRole('dialog', { name: 'Select Data to Export' })

  await user.click(screen.getByRole('button', { name: 'Export' }))

  expect(await screen.findByText('Failed to export all: The disk is full.')).toBeDefined()
})

const flow = (name: string) => ({ name, flowData: '{"nodes":[],"edges":[]}', type: 'CHATFLOW' })
const aFile = JSON.stringify({
  ChatFlow: [flow('Returns desk'), flow('New one')],
  Tool: [{ name: 'clock', description: '', color: '#000' }],
  Variable: [{ name: 'city', type: 'static', value: 'Izmir' }],
  ChatMessage: [{}],
})

test('an import previews the file, imports the selection, and reports success', async () => {
  const refreshed = vi.fn()
  addEventListener('flowtill:refresh', refreshed)
  const { user, choose, session, requested } = await openMenu('admin', 'Import')

  await choose(aFile)

  const dialog = await screen.findByRole('dialog', { name: 'Import data' })
  const rows = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'Chatflows21 new · 1 same name',
    'Tools10 new · 1 same name',
    'Variables10 new · 1 unchanged',
  ])
  expect(within(dialog).getByText('1 unknown kind. Not imported: ChatMessage.')).toBeDefined()
  await user.click(screen.getByRole('checkbox', { name: 'Tools' }))
  await user.click(screen.getByRole('button', { name: 'Import' }))

  expect(await screen.findByText('Import All successful')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(refreshed).toHaveBeenCalledOnce()
  expect(sessionStorage.getItem('importDone')).toBe('true')
  expect(requested.at(-1)).toBe('/api/v1/export-import/import?kinds=chatflow,variable')
  expect((await session.call('GET', '/chatflows')).json()).toHaveLength(4)
  expect((await session.call('GET', '/tools')).json()).toHaveLength(1)
  expect((await session.call('GET', '/variables')).json()).toMatchObject([{ value: 'Van' }])
  removeEventListener('flowtill:refresh', refreshed)
})

test('a message from before a reload is shown once', async () => {
  sessionStorage.setItem('importDone', 'true')
  await openMenu('user')

  expect(await screen.findByText('Import All successful')).toBeDefined()
  expect(sessionStorage.getItem('importDone')).toBeNull()
})

test.each([
  ['no JSON', 'x', 'ExportData.json', 'Failed to import: It is not valid JSON.'],
  ['another kind of file', '{"nodes":[]}', 'a.json', 'Failed to import: Invalid Imported File'],
  ['another name', aFile, 'a.txt', 'Failed to import: Only .json files can be imported.'],
])('%s is rejected, and the notification stays', async (_, content, name, sentence) => {
  const { choose } = await openMenu('user', 'Import')

  await choose(content, name)

  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an invalid item excludes its kind with a reason; admin kinds stay restricted to admins', async () => {
  const { choose, user, session } = await openMenu('user', 'Import')
  const bad = { name: 'Broken', flowData: '{' }

  await choose(JSON.stringify({ ChatFlow: [bad], AgentFlow: [flow('Good')], Tool: [{ name: 'x' }] }))

  await screen.findByRole('dialog', { name: 'Import data' })
  expect(boxes().map(({ disabled, checked }) => [disabled, checked])).toEqual([
    [true, false],
    [false, true],
    [true, false],
  ])
  expect(screen.getByText('Broken').parentElement?.textContent).toBe('Broken It is not valid JSON.')
  expect(screen.getByText('for admins only')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('Import All successful')
  expect((await session.call('GET', '/chatflows')).json()).toHaveLength(3)
})

test('a rejected import shows the server message', async () => {
  const { choose, user } = await openMenu('user', 'Import', {
    answer: async (path, pass) =>
      path.includes('/import?')
        ? new Response('{"error":"","message":"","code":"INTERNAL"}', { status: 500 })
        : pass(),
  })
  await choose(JSON.stringify({ ChatFlow: [flow('Good')] }))
  await screen.findByRole('dialog', { name: 'Import data' })

  await user.click(screen.getByRole('button', { name: 'Import' }))

  expect(await screen.findByText('Failed to import: Invalid Imported File')).toBeDefined()
})

test('the Turkish interface contains no English', async () => {
  const { choose } = await openMenu('user', 'İçe aktar', { language: 'tr' })

  await choose(
    JSON.stringify({
      ChatFlow: [flow('Returns desk'), flow('Yeni')],
      AgentFlow: [{ name: 'Bozuk', flowData: '[]' }],
      Execution: [],
    }),
  )

  const dialog = await screen.findByRole('dialog', { name: 'Verileri içe aktar' })
  const rows = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(rows[0]).toBe('Sohbet akışları21 yeni · 1 aynı adlı')
  expect(rows).toContain('Bozuk Bu bir akış dosyası değil: bir JSON nesnesi içermiyor.')
  expect(within(dialog).getByText('1 bilinmeyen tür. Dosyada bırakılanlar: Execution.')).toBeDefined()
})
