import { setImmediate as nextTurn } from 'node:timers/promises'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { layOut } from '../testing/lay-out.ts'

test('users who left a new flow during its first save are not redirected back to it', async () => {
  layOut()
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')
  const open = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const { user } = await renderApp('/canvas', {
    app,
    session: ada,
    around: async (answer, path) => {
      if (!path.includes('flows.begin')) {
        return answer()
      }
      await open.promise
      const response = await answer()
      answered.resolve()
      return response
    },
  })
  const search = await screen.findByRole('combobox', { name: 'Search nodes, tags, models' })
  await user.type(search, 'buffer memory{Enter}')
  await screen.findByTestId('node-bufferMemory_0')

  await user.click(screen.getByRole('button', { name: 'Back to the list' }))
  // This device stores nothing.
  await user.click(await screen.findByRole('button', { name: 'Leave and lose them' }))
  await waitFor(() => expect(address()).toBe('/app/chatflows'))
  open.resolve()
  await answered.promise
  await expect.poll(async () => (await ada.call('GET', '/chatflows')).json()).toHaveLength(1)

  // A redirect would follow the response in the same turn.
  await act(() => nextTurn())
  expect(address()).toBe('/app/chatflows')
})
