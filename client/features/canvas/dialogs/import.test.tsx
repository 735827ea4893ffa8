import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { readFlow } from '../testing/read-flow.ts'

const flowData = readFlow('conversation')
const file = (text: string, name = 'Returns Chatflow.json') =>
  new File([text], name, { type: 'application/json' })

async function openImport(text: string, options: Parameters<typeof openCanvas>[0] = { flowData }) {
  const opened = await openCanvas(options)
  await card('conversationChain_0')
  await opened.user.upload(screen.getByLabelText(/^(Load JSON|JSON yükle)/), file(text))
  return { ...opened, dialog: within(await screen.findByRole('dialog')) }
}

const cards = () => screen.getAllByTestId(/^node-/)

test('a file is previewed and inserted beside existing nodes as one undo step', async () => {
  const { user, dialog } = await openImport(flowData)
  expect(dialog.getByText('Returns')).toBeDefined()
  expect(dialog.getByText('3 nodes, 2 links')).toBeDefined()

  await user.click(dialog.getByRole('button', { name: 'Insert here' }))

  await card('conversationChain_1')
  expect(cards()).toHaveLength(6)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo: insert 3 nodes' }))
  expect(cards()).toHaveLength(3)
})

test('replacing a flow preserves its name and lists missing node types', async () => {
  const { user, dialog, draft } = await openImport(readFlow('strange'))
  expect(dialog.getByText(/node types? (is|are) missing/)).toBeDefined()
  expect(dialog.getByText('timeMachine')).toBeDefined()

  await user.click(dialog.getByRole('button', { name: 'Replace' }))

  await card('timeMachine_0')
  expect(screen.queryByTestId('node-conversationChain_0')).toBeNull()
  await waitFor(async () => expect((await draft()).flowData).toContain('timeMachine'), { timeout: 20_000 })
  expect((await draft()).name).toBe('Returns desk')
})

test('opens the file as a separate flow and leaves the current one unchanged', async () => {
  const { user, dialog, list } = await openImport(flowData)

  await user.click(dialog.getByRole('button', { name: 'Open as new' }))

  await waitFor(async () =>
    expect((await list()).map(({ name }) => name).toSorted()).toEqual(['Returns', 'Returns desk']),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an import offers the credentials required by its nodes and writes the selected ones into them', async () => {
  const opened = await openCanvas({ flowData })
  const made = await opened.ada.call('POST', '/credentials', {
    name: 'My key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-1' },
  })
  await card('conversationChain_0')
  await opened.user.upload(screen.getByLabelText('Load JSON…'), file(flowData))
  const dialog = within(await screen.findByRole('dialog'))

  // A shared credential exists too: none is preselected, because its use costs someone else.
  await opened.user.click(await dialog.findByRole('combobox'))
  await opened.user.click(await screen.findByRole('option', { name: 'My key' }))
  await opened.user.click(dialog.getByRole('button', { name: 'Replace' }))

  await waitFor(async () => expect((await opened.stored()).nodes[0].data.credential).toBe(made.json().id), {
    timeout: 20_000,
  })
})

test('reports where a file is invalid JSON, and that other JSON is not a flow', async () => {
  const { user, dialog } = await openImport('{\n  "nodes": [,]\n}')
  expect(dialog.getByRole('alert').textContent).toContain('line 2, column 13')
  const [, close] = dialog.getAllByRole('button', { name: 'Close' })
  await user.click(close as HTMLElement)

  await user.upload(screen.getByLabelText('Load JSON…'), file('{"answer": 42}'))

  expect(await screen.findByRole('dialog', { name: 'Not a flow file' })).toBeDefined()
  expect(cards()).toHaveLength(3)
})

test('accepts flow files dropped on the canvas, and no other files', async () => {
  await openCanvas({ flowData })
  await card('conversationChain_0')
  const pane = document.querySelector('.react-flow') as HTMLElement
  const drop = (dropped: File) =>
    fireEvent.drop(pane, { dataTransfer: { files: [dropped], types: ['Files'], getData: () => '' } })

  fireEvent.dragOver(pane, { dataTransfer: { types: ['Files'] } })
  expect(screen.getByText('Drop the flow file to import it')).toBeDefined()
  drop(file('x', 'photo.png'))
  expect(await screen.findByText('Only .json files can be imported.')).toBeDefined()
  drop(file(flowData))

  expect(await screen.findByRole('dialog', { name: 'Import a flow' })).toBeDefined()
  expect(screen.queryByText('Drop the flow file to import it')).toBeNull()
})

test('a pasted flow is previewed; copied nodes are inserted immediately', async () => {
  const { user } = await openCanvas({ flowData })
  const model = await card('chatOpenAI_0')
  const paste = (text: string) => fireEvent.paste(document, { clipboardData: { getData: () => text } })
  screen.getByRole('application').focus()

  paste(flowData)
  const dialog = within(await screen.findByRole('dialog', { name: 'Import a flow' }))
  expect(dialog.getByText('Pasted flow')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  fireEvent.click(model)
  model.focus()
  let copied = ''
  fireEvent.copy(document, { clipboardData: { setData: (_: string, text: string) => (copied = text) } })
  paste(copied)

  expect(await card('chatOpenAI_1')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('is translated into Turkish', async () => {
  const { dialog } = await openImport(flowData, { flowData, language: 'tr' })

  expect(dialog.getByText('3 düğüm, 2 bağlantı')).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Buraya ekle' })).toBeDefined()
})
