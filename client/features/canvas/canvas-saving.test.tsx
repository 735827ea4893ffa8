import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { FlowDraft } from '#shared/flow-versions.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { card, openCanvas, saveState } from './testing/open-canvas.tsx'
import { readFlow } from './testing/read-flow.ts'

const flowData = readFlow('conversation')
const theirs = JSON.stringify({
  nodes: JSON.parse(flowData).nodes.filter(({ id }: { id: string }) => id !== 'bufferMemory_0'),
  edges: JSON.parse(flowData).edges.filter(({ source }: { source: string }) => source !== 'bufferMemory_0'),
})

async function setTemperature(user: UserEvent, value: string) {
  const field = within(await card('chatOpenAI_0')).getByRole('spinbutton', { name: 'Temperature' })
  await user.clear(field)
  await user.type(field, `${value}{Enter}`)
}
const temperatureOf = ({ flowData: text }: { flowData: string }) =>
  JSON.parse(text).nodes[0].data.inputs.temperature

async function openConflict() {
  const world = await openCanvas({ flowData })
  const { user, request, saved } = world
  await card('chatOpenAI_0')
  await request('flows.saveDraft', { id: saved?.id, base: 0, flowData: theirs }, true)
  await setTemperature(user, '0.2')
  const dialog = within(await screen.findByRole('dialog', { name: 'The flow was changed elsewhere' }))
  return { ...world, dialog }
}

describe('the draft', () => {
  test('is saved automatically, and the published version stays unchanged', async () => {
    const { user, draft, list } = await openCanvas({ flowData })

    await setTemperature(user, '0.2')
    expect(['dirty', 'saving']).toContain(saveState())

    await waitFor(() => expect(saveState()).toBe('saved'))
    expect(temperatureOf(await draft())).toBe(0.2)
    expect((await list())[0]?.flowData).toBe(flowData)
    expect(screen.getByTestId('version-button').textContent).toContain('Draft · v1 live')
    expect(document.title).toBe('• Returns desk · Flowtill')
  })

  test('of a new flow creates an unpublished flow with its own address', async () => {
    const { user, draft, versions } = await openCanvas()

    await user.type(
      screen.getByRole('combobox', { name: 'Search nodes, tags, models' }),
      'buffer memory{Enter}',
    )

    await waitFor(() => expect(saveState()).toBe('saved'))
    expect(await draft()).toMatchObject({ name: 'Untitled chatflow', published: null, isDraft: true })
    expect(await versions()).toEqual([])
    expect(screen.getByTestId('version-button').textContent).toContain('Draft · not published')
  })

  test('is saved before the chat sends a question', async () => {
    const { user, draft, chat } = await openCanvas({ flowData, firstQuestion: 'Hello?' })
    await screen.findByText('The chat')
    await setTemperature(user, '0.2')

    await chat()?.beforeSend?.()

    expect(temperatureOf(await draft())).toBe(0.2)
    expect(screen.getByText('Testing the draft. Everyone else gets v1.')).toBeDefined()
  })

  test('is saved without a prompt when the user leaves', async () => {
    const { user, draft } = await openCanvas({ flowData })
    await setTemperature(user, '0.2')

    await user.click(screen.getByRole('button', { name: 'Back to the list' }))

    await waitFor(async () => expect(temperatureOf(await draft())).toBe(0.2))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('that cannot be stored anywhere stops the user from leaving', async () => {
    let isAway = false
    const { user } = await openCanvas({
      flowData,
      around: async (answer, path) => {
        if (isAway && path.includes('saveDraft')) {
          throw new TypeError('Failed to fetch')
        }
        return answer()
      },
    })
    await screen.findByRole('application')
    await setTemperature(user, '0.2')
    isAway = true

    await user.click(screen.getByRole('button', { name: 'Back to the list' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(saveState()).toBe('failed')
    await user.click(dialog.getByRole('button', { name: 'Stay here' }))
    expect(await card('chatOpenAI_0')).toBeDefined()

    isAway = false
    await user.click(screen.getByTestId('save-state'))
    await waitFor(() => expect(saveState()).toBe('saved'))
  })
})

test('a lost response causes no conflict with the user’s own save', async () => {
  let isLost = true
  const { user, draft } = await openCanvas({
    flowData,
    around: async (answer, path) => {
      const response = await answer()
      if (isLost && path.includes('saveDraft')) {
        isLost = false
        throw new TypeError('Failed to fetch')
      }
      return response
    },
  })
  await screen.findByRole('application')
  await setTemperature(user, '0.2')
  await waitFor(() => expect(isLost).toBe(false))

  await waitFor(() => expect(saveState()).toBe('saved'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(temperatureOf(await draft())).toBe(0.2)
})

describe('publishing', () => {
  test('publishes the draft', async () => {
    const { user, list, versions } = await openCanvas({ flowData })
    await setTemperature(user, '0.2')

    await user.click(screen.getByRole('button', { name: 'Publish' }))
    // Warns of a missing credential.
    await user.click(await screen.findByRole('button', { name: 'Publish anyway' }))

    await waitFor(async () => expect(temperatureOf((await list())[0] as SavedFlow)).toBe(0.2))
    expect((await versions()).map(({ number, isLive }) => [number, isLive])).toEqual([
      [2, true],
      [1, false],
    ])
    await waitFor(() => expect(screen.getByTestId('version-button').textContent).toContain('v2 live'))
    expect(screen.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('is separate from saving a version', async () => {
    const { user, list, versions } = await openCanvas({ flowData })
    await setTemperature(user, '0.2')

    await user.keyboard('{Control>}s{/Control}')

    expect(await screen.findByText('v2 saved. 1 changed.')).toBeDefined()
    expect((await versions())[0]).toMatchObject({ number: 2, reason: 'saved', isLive: false })
    expect((await list())[0]?.flowData).toBe(flowData)

    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText('No changes since v2.')).toBeDefined()
    expect((await versions())[0]).toMatchObject({ number: 2 })
  })
})

test('a failed version save is shown until dismissed and can be retried', async () => {
  let isAway = true
  const { user } = await openCanvas({
    flowData,
    around: (answer, path) =>
      isAway && path.includes('versions.save') ? Promise.reject(new TypeError('Failed to fetch')) : answer(),
  })
  await setTemperature(user, '0.2')

  await user.keyboard('{Control>}s{/Control}')
  const reported = within(await screen.findByRole('alert'))
  expect(reported.getByText('No version was saved. Could not reach the server.')).toBeDefined()
  isAway = false
  await user.click(reported.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('v2 saved. 1 changed.')).toBeDefined()
})

describe('when another user has saved', () => {
  test('the difference is shown, and nothing is overwritten without a decision', async () => {
    const { dialog, draft } = await openConflict()

    expect(dialog.getByText('Temperature')).toBeDefined()
    expect(dialog.getByText('Buffer Memory')).toBeDefined()
    expect(saveState()).toBe('conflict')
    expect((await draft()).flowData).toBe(theirs)
  })

  test('keeping the local draft stores the other one as a version', async () => {
    const { user, dialog, draft, versions, request, saved } = await openConflict()

    await user.click(dialog.getByRole('button', { name: 'Keep mine' }))

    await waitFor(() => expect(saveState()).toBe('saved'))
    expect(temperatureOf(await draft())).toBe(0.2)
    const [stored] = await versions()
    expect(stored).toMatchObject({ reason: 'before-overwrite' })
    expect(await request('flows.versions.get', { id: saved?.id, versionId: stored?.id })).toMatchObject({
      flowData: theirs,
    })
  })

  test('the other draft is taken, and one undo restores the local one', async () => {
    const { user, dialog } = await openConflict()

    await user.click(dialog.getByRole('button', { name: 'Take theirs' }))

    await waitFor(() => expect(screen.queryByTestId('node-bufferMemory_0')).toBeNull())
    expect(saveState()).toBe('saved')
    await user.click(screen.getByRole('button', { name: 'Undo: load 2 nodes' }))
    expect(await card('bufferMemory_0')).toBeDefined()
  })

  test('the local draft becomes a separate flow, and the other one stays', async () => {
    const { user, dialog, list, saved, request } = await openConflict()

    await user.click(dialog.getByRole('button', { name: 'Save mine as copy' }))

    await waitFor(async () => expect(await list()).toHaveLength(2))
    const copy = (await list()).find(({ name }) => name === 'Returns desk copy')
    expect(temperatureOf(await request<FlowDraft>('flows.draft', { id: copy?.id }))).toBe(0.2)
    expect(await request<FlowDraft>('flows.draft', { id: saved?.id })).toMatchObject({ flowData: theirs })
  })

  test('the other draft is shown if nothing was changed locally', async () => {
    const { request, saved } = await openCanvas({ flowData })
    await card('bufferMemory_0')
    await request('flows.saveDraft', { id: saved?.id, base: 0, flowData: theirs }, true)

    window.dispatchEvent(new Event('focus'))

    await waitFor(() => expect(screen.queryByTestId('node-bufferMemory_0')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(saveState()).toBe('saved')
  })
})
