import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { openCanvas } from '../testing/open-canvas.tsx'

test('a dot tells that another tab has the flow open, and goes when that tab leaves', async () => {
  const { saved, ask } = await openCanvas({ flowData: aDemoFlow() })
  const others = () => screen.getByTestId('presence').textContent
  const look = () => document.dispatchEvent(new Event('visibilitychange'))
  expect(others()).toBe('')

  await ask('presence.here', { id: saved?.id, tab: 'another tab' })
  look()
  await waitFor(() => expect(others()).toBe('Also open in another tab'))

  await ask('presence.here', { id: saved?.id, tab: 'another tab', leaves: true })
  look()
  await waitFor(() => expect(others()).toBe(''))
})
