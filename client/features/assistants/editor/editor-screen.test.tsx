import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeDeviceStorage } from '#client/testing/device-storage.ts'
import { renderApp } from '#client/testing/render-screen.tsx'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { assistantDetailsSchema } from '#shared/assistants.ts'
import { referenceTo } from '#shared/flow-file.ts'
import type { DeviceForm } from './device-form.ts'

const device = fakeDeviceStorage()

const details = assistantDetailsSchema.parse({
  name: 'Museum desk',
  chatModel: { name: 'flowtillDemoModel', inputs: {} },
  instruction: 'Answer briefly.',
  starterPrompts: ['When do you open?'],
})

async function openEditor() {
  device.clear()
  const { app, signUp, services } = await createTestApp({ listen: true })
  const root = await signUp('root')
  const actor = { userId: root.user.id, authorId: root.user.id }
  const { id } = await services.customAssistants.add(actor, { name: details.name, details })
  const key = `${root.user.id}:assistant:${id}`
  const state = { isDown: false }
  const around = (answer: () => Promise<Response>, path: string) =>
    state.isDown && path.includes('saveDraft') ? Promise.reject(new TypeError('Failed to fetch')) : answer()
  const open = () => renderApp(`/app/assistants/custom/${id}`, { app, session: root, around })
  const draft = () => services.customAssistants.open(actor.userId, id)
  const saveElsewhere = async (instruction: string) => {
    const { head } = await draft()
    const base = head?.revision ?? 0
    await services.customAssistants.saveDraft(actor, {
      ...{ id, base, details: { ...details, instruction }, keepsOther: false },
    })
  }
  const copy = () => device.get(key) as DeviceForm | undefined
  return { root, id, key, services, state, open, draft, saveElsewhere, copy }
}

const instructions = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Instructions' })

test('what could not be saved stays on this device, and is opened and saved on return', async () => {
  const { state, open, draft, copy } = await openEditor()
  const { user, unmount } = await open()
  state.isDown = true
  await user.type(await instructions(), ' Be kind.')
  expect(await screen.findByText('Offline · saved on this device')).toBeDefined()
  unmount()
  expect((await draft()).details.instruction).toBe('Answer briefly.')
  expect(copy()?.details.instruction).toBe('Answer briefly. Be kind.')

  state.isDown = false
  await open()

  expect((await instructions()).value).toBe('Answer briefly. Be kind.')
  expect(await screen.findByText('Restored unsaved work from this device. Saving…')).toBeDefined()
  await waitFor(async () => expect((await draft()).details.instruction).toBe('Answer briefly. Be kind.'))
  await waitFor(() => expect(copy()).toBeUndefined())
})

test('what was changed here and elsewhere is decided by the user, and both stay', async () => {
  const { key, open, draft, saveElsewhere, copy } = await openEditor()
  device.set(key, { key, details: { ...details, instruction: 'Mine.' }, base: 1 })
  await saveElsewhere('Theirs.')
  const { user } = await open()

  expect((await instructions()).value).toBe('Mine.')
  expect((await draft()).details.instruction).toBe('Theirs.')
  await user.click(await screen.findByRole('button', { name: 'Keep mine' }))

  await waitFor(async () => expect((await draft()).details.instruction).toBe('Mine.'))
  await waitFor(() => expect(copy()).toBeUndefined())
  await user.click(screen.getByRole('button', { name: 'Assistant menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Versions' }))
  const versions = within(await screen.findByRole('dialog', { name: 'Versions' }))
  const restores = await versions.findAllByRole('button', { name: 'Restore' })
  await user.click(restores[0] as HTMLElement)
  await waitFor(async () => expect((await draft()).details.instruction).toBe('Theirs.'))
})

test('upserts are offered where another client gave the flow of the assistant a vector store', async () => {
  const { root, id, services, open } = await openEditor()
  const menu = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Assistant menu' }))
    return within(await screen.findByRole('menu'))
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent)
  }
  const { user, unmount } = await open()
  expect(await menu(user)).not.toContain('Upsert history')
  unmount()
  const flow = buildFlow([
    { name: 'flowtillEmbeddings' },
    { name: 'plainText', inputs: { text: 'Room one opens at ten.' } },
    {
      name: 'flowtillIndex',
      inputs: { document: [referenceTo('plainText_0')], embeddings: referenceTo('flowtillEmbeddings_0') },
      outputs: { output: 'retriever' },
    },
  ])
  const body = { id, name: details.name, type: 'ASSISTANT', flowData: JSON.stringify(flow) }
  await root.call('POST', '/chatflows', body)
  await root.call('POST', `/vector/internal-upsert/${id}`, {})
  await services.jobs.tick()

  const again = await open()
  await screen.findByRole('textbox', { name: 'Instructions' })
  await waitFor(async () => expect(await menu(again.user)).toContain('Upsert history'))
  await again.user.click(screen.getByRole('menuitem', { name: 'Upsert history' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Upsert history' }))
  expect(await dialog.findByText('Museum desk')).toBeDefined()
})

test('the chat beside the form offers the starter prompts of the draft, visitors those that are published', async () => {
  const { root, id, open, draft } = await openEditor()
  const shown = async () => {
    const { chatbotConfig } = (await root.call('GET', `/chatflows/${id}`)).json()
    const { starterPrompts } = JSON.parse(chatbotConfig) as {
      starterPrompts: Record<number, { prompt: string }>
    }
    return Object.values(starterPrompts).map(({ prompt }) => prompt)
  }
  const { user } = await open()
  const first = await screen.findByRole('textbox', { name: 'Prompt 1' })
  const prompts = within(
    screen.getByRole('list', { name: 'Starter prompts' }).closest('section') as HTMLElement,
  )
  await user.type(first, ' And close?')
  await user.click(prompts.getByRole('button', { name: 'Add' }))
  await user.type(screen.getByRole('textbox', { name: 'Prompt 2' }), 'What does it cost?')

  expect(await screen.findByRole('button', { name: 'What does it cost?' })).toBeDefined()
  expect(await screen.findByText('Testing the draft. Everyone else gets v1.')).toBeDefined()
  const typed = ['When do you open? And close?', 'What does it cost?']
  await waitFor(async () => expect((await draft()).details.starterPrompts).toEqual(typed))
  expect(await shown()).toEqual(['When do you open?'])
  await user.click(screen.getByRole('button', { name: 'Publish' }))

  await waitFor(async () => expect(await shown()).toEqual(typed))
  await waitFor(() => expect(screen.queryByText('Testing the draft. Everyone else gets v1.')).toBeNull())
})

test('starter prompts that the configuration dialog changes are those of the form', async () => {
  const { open } = await openEditor()
  const { user } = await open()
  await screen.findByDisplayValue('When do you open?')
  await user.click(screen.getByRole('button', { name: 'Assistant menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Configuration' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: /^Starter prompts/ }))
  const prompt = await dialog.findByLabelText('Prompt 1')
  await user.clear(prompt)
  await user.type(prompt, 'Where are you?')

  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Saved and active.')
  await user.keyboard('{Escape}')

  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Prompt 1' })).value).toBe(
    'Where are you?',
  )
})
