import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWriting } from '../testing/answer-writing.ts'
import { chooseOtherModel } from '../testing/choose-other-model.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { writeInto } from '../testing/write-into.ts'

const flowData = readFileSync(join(import.meta.dirname, '../testing/editors.json'), 'utf8')
const draft = { data: { content: 'You mark essays.\nBe kind.', costMicro: 57 } }
const broke = {
  error: {
    code: 'INSUFFICIENT_FUNDS',
    message: 'Insufficient balance. Please top up your wallet.',
    statusCode: 402,
  },
}

async function openHelp(...answers: Parameters<typeof answerWriting>) {
  const writing = answerWriting(...answers)
  const { user, stored } = await openCanvas({ flowData, around: writing.around })
  fireEvent.click(await card('seqLLMNode_0'))
  fireEvent.keyDown(await card('seqLLMNode_0'), { key: 'i' })
  const panel = within(await screen.findByRole('complementary', { name: 'Side panel' }))
  await user.click(await panel.findByRole('button', { name: 'Open System Prompt in a larger editor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'System Prompt' }))
  await user.click(dialog.getByRole('tab', { name: 'AI help' }))
  const task = await dialog.findByRole('textbox', { name: /What should it do/ })
  const prompt = async () => (await dialog.findByRole('textbox', { name: 'System Prompt' })).textContent
  return { user, stored, dialog, task, prompt, ...writing }
}

test('a draft is requested by keyboard, announced, priced, and applied only from the dialog', async () => {
  const { user, dialog, task, prompt, requested, letGo, stored } = await openHelp(draft)
  const before = await prompt()
  await dialog.findByText(/billed as usual\. Balance \$5\.00/)
  await chooseOtherModel(user, dialog)
  await waitFor(() =>
    expect(dialog.getByRole('combobox', { name: /Credential/ }).textContent).toBe('Sandbox OpenAI'),
  )
  expect(dialog.getByRole('combobox', { name: /Model/ })).toHaveProperty('value', 'gpt-4o-mini')

  await user.click(dialog.getByRole('button', { name: 'Write' }))
  expect(dialog.getByRole('alert').textContent).toBe('Describe what it should do first.')
  expect(document.activeElement).toBe(task)
  expect(requested).toEqual([])

  await user.type(task, 'Mark essays{Control>}{Enter}{/Control}')
  expect(await dialog.findByText('The model is writing…')).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Stop' })).toBeDefined()
  letGo()
  const found = await dialog.findByRole('region', { name: 'The draft is ready.' })
  await waitFor(() => expect(document.activeElement).toBe(found))
  expect(found.textContent).toContain('This answer cost $0.000057, from your wallet.')
  expect(requested).toEqual(['instruction'])
  expect(await prompt()).toBe(before)

  await user.click(dialog.getByRole('button', { name: 'Replace text' }))
  await waitFor(async () => expect(await prompt()).toContain('You mark essays.'))
  expect(await prompt()).not.toContain(before)
  expect(screen.getByRole('button', { name: 'Nothing to undo', hidden: true })).toBeDefined()

  // Switching tabs keeps the paid draft.
  await user.click(dialog.getByRole('tab', { name: 'Variables' }))
  expect(dialog.queryByRole('button', { name: 'Insert' })).toBeNull()
  await user.click(dialog.getByRole('tab', { name: 'AI help' }))
  expect(dialog.getByRole('button', { name: 'Try again' })).toBeDefined()

  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByRole('button', { name: 'Undo: change “System Prompt”' })).toBeDefined()
  await waitFor(async () => expect(JSON.stringify(await stored())).toContain('You mark essays.'))
  expect(JSON.parse(localStorage.getItem('ai-help.model') ?? '{}').choice).toMatchObject({
    provider: 'chatOpenAI',
    modelName: 'gpt-4o-mini',
  })
})

test('a paid draft is not discarded without confirmation: neither by Cancel, nor by Apply before it was inserted', async () => {
  const { user, dialog, task, prompt, letGo } = await openHelp(draft)
  letGo()
  await chooseOtherModel(user, dialog)
  await waitFor(() =>
    expect(dialog.getByRole('combobox', { name: /Credential/ }).textContent).toBe('Sandbox OpenAI'),
  )
  await user.type(task, 'Mark essays')
  await user.click(dialog.getByRole('button', { name: 'Write' }))
  await dialog.findByRole('region', { name: 'The draft is ready.' })

  for (const way of ['Cancel', 'Apply']) {
    await user.click(dialog.getByRole('button', { name: way }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/You paid for this draft/)).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }

  await user.click(dialog.getByRole('button', { name: 'Replace text' }))
  await waitFor(async () => expect(await prompt()).toContain('You mark essays.'))
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'System Prompt' })).toBeNull())
})

test('inserting preserves the existing text; a rejection is shown, and the task can be submitted again', async () => {
  const { user, dialog, task, prompt, requested, letGo } = await openHelp(broke, draft)
  await writeInto('System Prompt', ' Always.', screen.getByRole('dialog'))
  const before = (await prompt()) ?? ''
  letGo()
  await chooseOtherModel(user, dialog)
  await waitFor(() =>
    expect(dialog.getByRole('combobox', { name: /Credential/ }).textContent).toBe('Sandbox OpenAI'),
  )

  await user.type(task, 'Mark essays')
  await user.click(dialog.getByRole('button', { name: 'Write' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Insufficient balance. Please top up your wallet.',
  )
  expect(dialog.queryByRole('region', { name: 'The draft is ready.' })).toBeNull()

  // Enter in the model name submits the request again and does not close the dialog.
  await user.type(dialog.getByRole('combobox', { name: /Model/ }), '{Enter}')
  await dialog.findByRole('region', { name: 'The draft is ready.' })
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(requested).toHaveLength(2)

  await user.click(dialog.getByRole('button', { name: 'Insert' }))
  await waitFor(async () => expect(await prompt()).toContain('Be kind.'))
  expect(await prompt()).toContain(before)
})

test('a flow that cannot be saved calls no model, and reports it; once saved, it does', async () => {
  const writing = answerWriting(draft)
  writing.letGo()
  let isAway = true
  const { user } = await openCanvas({
    around: (answer, path) =>
      isAway && path.includes('flows.begin')
        ? Promise.resolve(new Response('away', { status: 503 }))
        : writing.around(answer, path),
  })
  const search = await screen.findByRole('combobox', { name: 'Search nodes, tags, models' })
  await user.type(search, 'conversation chain{Enter}')
  await user.click(within(await card('conversationChain_0')).getByRole('button', { name: /^More settings/ }))
  const panel = within(await screen.findByRole('complementary', { name: 'Side panel' }))
  await user.click(await panel.findByRole('button', { name: 'Open System Message in a larger editor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'System Message' }))
  await user.click(dialog.getByRole('tab', { name: 'AI help' }))
  await user.type(await dialog.findByRole('textbox', { name: /What should it do/ }), 'Mark essays')
  await chooseOtherModel(user, dialog)
  await waitFor(() =>
    expect(dialog.getByRole('combobox', { name: /Credential/ }).textContent).toBe('Sandbox OpenAI'),
  )

  await user.click(dialog.getByRole('button', { name: 'Write' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^The flow could not be saved/)
  expect(writing.requested).toEqual([])

  isAway = false
  await user.click(dialog.getByRole('button', { name: 'Write' }))
  await dialog.findByRole('region', { name: 'The draft is ready.' })
})
