import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { openCanvas } from '../testing/open-canvas.tsx'

test('a dot shows that another tab has the flow open, until that tab leaves', async () => {
  const { saved, request } = await openCanvas({ flowData: aDemoFlow() })
  const others = () => screen.getByTestId('presence').textContent
  const look = () => document.dispatchEvent(new Event('visibilitychange'))
  expect(others()).toBe('')

  await request('presence.here', { id: saved?.id, tab: 'another tab' })
  look()
  await waitFor(() => expect(others()).toBe('Also open in another tab'))

  await request('presence.here', { id: saved?.id, tab: 'another tab', leaves: true })
  look()
  await waitFor(() => expect(others()).toBe(''))
})

test('a destroyed page stays gone, and one restored from the page cache is present again', async () => {
  const calls: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    calls.push(String(url))
    return new Response('{}')
  })
  const { saved, request } = await openCanvas({ flowData: aDemoFlow() })
  const isElsewhere = async () =>
    (await request<{ isElsewhere: boolean }>('presence.here', { id: saved?.id, tab: 'another tab' }))
      .isElsewhere
  await waitFor(async () => expect(await isElsewhere()).toBe(true))

  dispatchEvent(new Event('pagehide'))
  // Browsers fire visibilitychange after pagehide.
  document.dispatchEvent(new Event('visibilitychange'))
  const goodbye = new URL(calls.at(-1) ?? '', 'http://here').searchParams.get('input') ?? '{}'
  expect(JSON.parse(goodbye)).toMatchObject({ id: saved?.id, leaves: true })
  await request('presence.here', JSON.parse(goodbye))
  expect(await isElsewhere()).toBe(false)

  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await waitFor(async () => expect(await isElsewhere()).toBe(true))
})
