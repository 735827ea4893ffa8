import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endSession, startSession } from '#client/api/session.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'

test('requests queued behind a slow response are not sent as a newly signed-in user', async () => {
  const reached = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const begun: string[] = []
  const { user, ada, signUp } = await openCanvas({
    around: async (answer, path) => {
      if (path.includes('flows.begin')) {
        begun.push(path)
        reached.resolve()
        await open.promise
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
  // A wrong request would be sent at once.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await bob.call('GET', '/chatflows')).json()).toEqual([])
  expect(begun).toHaveLength(1)
})
