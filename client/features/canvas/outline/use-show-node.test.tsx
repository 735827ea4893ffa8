import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { layOut } from '../testing/lay-out.ts'
import { readFlow } from '../testing/read-flow.ts'

test('on a canvas, @ in the palette goes to one of its nodes', async () => {
  layOut()
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')
  const flow = { name: 'Returns desk', flowData: readFlow('conversation'), type: 'CHATFLOW' }
  const { id } = (await ada.call('POST', '/chatflows', flow)).json<{ id: string }>()
  const { user } = await renderApp(`/canvas/${id}`, { app, session: ada })
  await screen.findByTestId('node-conversationChain_0', {}, { timeout: 20_000 })

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), '@chain')
  const options = within(await screen.findByRole('group', { name: 'On this canvas' }))
  expect(options.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('conversationChain_0'),
  ])
  await user.keyboard('{Enter}')

  await waitFor(() => expect(document.activeElement?.getAttribute('data-node')).toBe('conversationChain_0'))
  expect(document.activeElement?.getAttribute('data-selected')).toBe('true')
})
