import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { card, openCanvas, saveState } from './testing/open-canvas.tsx'
import { readFlow } from './testing/read-flow.ts'

const flowData = readFlow('conversation')

describe('saving', () => {
  test('asks when somebody else has saved meanwhile, and overwrites only on demand', async () => {
    const { user, ada, saved, list } = await openCanvas({ flowData })
    await card('chatOpenAI_0')
    await new Promise((resolve) => setTimeout(resolve, 5))
    await ada.call('PUT', `/chatflows/${saved?.id}`, { name: 'Theirs' })

    await user.click(screen.getByRole('button', { name: 'Returns desk' }))
    await user.clear(screen.getByLabelText('Name of the flow'))
    await user.type(screen.getByLabelText('Name of the flow'), 'Mine{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect((await list())[0]?.name).toBe('Theirs')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Overwrite with mine' }))

    await waitFor(() => expect(saveState()).toBe('saved'))
    expect((await list())[0]?.name).toBe('Mine')
  })

  test('can take theirs instead', async () => {
    const { user, ada, saved } = await openCanvas({ flowData })
    fireEvent.click(await card('bufferMemory_0'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    await ada.call('PUT', `/chatflows/${saved?.id}`, { name: 'Theirs' })

    const memory = await card('bufferMemory_0')
    memory.focus()
    await user.keyboard('{Delete}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Reload theirs' }))

    expect(await screen.findByRole('button', { name: 'Theirs' })).toBeDefined()
    expect(await card('bufferMemory_0')).toBeDefined()
    expect(saveState()).toBe('saved')
  })

  test('leaving with changes asks first', async () => {
    const { user } = await openCanvas({ flowData })
    await card('chatOpenAI_0')
    await user.type(
      screen.getByRole('combobox', { name: 'Search nodes, tags, models' }),
      'buffer memory{Enter}',
    )

    await user.click(screen.getByRole('button', { name: 'Back to the list' }))

    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Stay here' }))
    expect(await card('bufferMemory_1')).toBeDefined()
  })
})
