import { setImmediate as nextTurn } from 'node:timers/promises'
import { act, cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endSession, startSession } from '#client/api/session.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'

test('requests queued behind a slow response are not sent as a newly signed-in user', async () => {
  const reached = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const started: string[] = []
  const { user, ada, signUp } = await openCanvas({
    around: async (answer, path) => {
      if (path.includes('flows.begin')) {
        started.push(path)
        reached.resolve()
        await open.promise
        const response = await answer()
        answered.resolve()
        return response
      }
      return answer()
    },
  })
  await screen.findByRole('application')
  const search = screen.getByRole('combobox', { name: 'Search nodes, tags, models' })
  await user.type(search, 'buffer memory{Enter}')
  await reached.promise
  await user.clear(search)
  await user.type(search, 'conversation chain{Enter}')
  await card('conversationChain_0')

  // The first response is still pending when the user changes.
  await ada.call('POST', '/auth/logout')
  cleanup()
  endSession()
  const bob = await signUp('bob')
  startSession(bob)
  open.resolve()
  await answered.promise
  // A wrong request would follow the response in the same turn.
  await act(() => nextTurn())
  expect((await bob.call('GET', '/chatflows')).json()).toEqual([])
  expect(started).toHaveLength(1)
})
