import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { Reasoning } from './reasoning.tsx'

test('each agent shows its instructions, its words once, its state and who comes next', async () => {
  const { app } = await createTestApp()
  const steps = [
    {
      ...{ agentName: 'Supervisor', messages: ['Ask the clerk', 'Ask the clerk', ''], next: 'Clerk' },
      ...{ instructions: 'Find the order', state: { order: 'KE-1' }, nodeName: 'supervisor', nodeId: 's0' },
    },
    { agentName: 'Clerk', messages: ['It was sent'], nodeName: 'worker', nodeId: 'w0' },
  ]

  await renderScreen(<Reasoning steps={steps} />, { app })

  const [supervisor, clerk] = screen.getAllByRole('listitem')
  const first = within(supervisor as HTMLElement)
  expect(first.getAllByText('Ask the clerk')).toHaveLength(1)
  expect(first.getByText('Find the order')).toBeDefined()
  expect(first.getByText(/"order": "KE-1"/)).toBeDefined()
  expect(first.getByText('Next: Clerk')).toBeDefined()
  expect(within(clerk as HTMLElement).getByText('It was sent')).toBeDefined()
})
