import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { card, openCanvas, saveState } from '../testing/open-canvas.tsx'
import { readFlow } from '../testing/read-flow.ts'

const flowData = readFlow('conversation')

async function openVersions(language: 'en' | 'tr' = 'en') {
  const world = await openCanvas({ flowData, language })
  const { user } = world
  const field = within(await card('chatOpenAI_0')).getByRole('spinbutton', {
    name: language === 'tr' ? 'Sıcaklık' : 'Temperature',
  })
  await user.clear(field)
  await user.type(field, language === 'tr' ? '0,2{Enter}' : '0.2{Enter}')
  await waitFor(() => expect(saveState()).toBe('saved'))
  await user.click(screen.getByTestId('save-state'))
  await screen.findByTestId('version-1')
  return world
}

const differences = () => within(screen.getByRole('region', { name: 'Differences' }))
const row = (id: string) => screen.findByTestId(id)

test('the draft is compared with the published version, in text, in the list and on the canvas', async () => {
  await openVersions()

  expect(await differences().findByText('Temperature')).toBeDefined()
  expect(differences().getByText('0.4').tagName).toBe('DEL')
  expect(differences().getByText('0.2').tagName).toBe('INS')
  expect((await row('version-draft')).textContent).toContain('1 change since v1')
  expect((await row('version-1')).textContent).toContain('Published')
  const ring = document.querySelector('[data-diff-node="chatOpenAI_0"]')
  expect(ring?.getAttribute('data-kind')).toBe('changed')
  expect(screen.getByText('Comparing v1 → draft')).toBeDefined()
})

test('a version is previewed without changing the draft, and closing the preview shows the draft again', async () => {
  const { user } = await openVersions()

  await user.click(await row('version-1'))

  const preview = within(await screen.findByRole('region', { name: 'Version 1, read-only' }))
  const field = await preview.findByRole<HTMLInputElement>('spinbutton', {
    name: 'Temperature',
    hidden: true,
  })
  expect(field.value).toBe('0.4')
  await user.click(screen.getByRole('button', { name: /Viewing v1/ }))
  expect(screen.queryByRole('region', { name: 'Version 1, read-only' })).toBeNull()
  expect(saveState()).toBe('saved')
})

test('restoring puts the version on the canvas and stores the previous draft; one undo reverts it', async () => {
  const { user, versions, draft } = await openVersions()
  await user.click(await row('version-1'))

  await user.click(screen.getByRole('button', { name: 'Restore v1' }))

  await screen.findByText(/v1 restored/)
  expect(JSON.parse((await draft()).flowData).nodes[0].data.inputs.temperature).toBe('0.4')
  expect((await versions())[0]).toMatchObject({ number: 2, reason: 'before-restore' })
  await user.click(screen.getByRole('button', { name: 'Undo: load 3 nodes' }))
  await waitFor(async () =>
    expect(JSON.parse((await draft()).flowData).nodes[0].data.inputs.temperature).toBe(0.2),
  )
})

test('a version is named, and its name is shown in the list', async () => {
  const { user } = await openVersions()
  await user.click(await row('version-1'))

  await user.click(screen.getByRole('button', { name: 'Name' }))
  await user.type(await screen.findByLabelText('Version name'), 'Before the change{Enter}')

  await waitFor(async () => expect((await row('version-1')).textContent).toContain('Before the change'))
})

test('a flow replaced by a file is stored as a version', async () => {
  const { user, versions } = await openVersions()
  const file = new File([readFlow('strange')], 'strange.json', { type: 'application/json' })

  await user.upload(screen.getByLabelText('Load JSON…'), file)
  await user.click(await screen.findByRole('button', { name: 'Replace' }))

  await waitFor(async () => expect((await versions())[0]?.reason).toBe('before-replace'), { timeout: 8_000 })
})

test('is translated into Turkish', async () => {
  await openVersions('tr')

  expect((await row('version-draft')).textContent).toContain('v1 sürümünden beri 1 değişiklik')
  expect(screen.getByRole('button', { name: 'Taslağı yayımla' })).toBeDefined()
})
