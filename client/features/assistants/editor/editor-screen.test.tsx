import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeDeviceStorage } from '#client/testing/device-storage.ts'
import { renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { assistantDetailsSchema } from '#shared/assistants.ts'
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
  const { app, signUp, services } = await createTestApp()
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
  return { root, id, key, state, open, draft, saveElsewhere, copy }
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
