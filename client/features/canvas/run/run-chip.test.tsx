import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import type { Estimate } from '#shared/runs.ts'
import { openCanvas } from '../testing/open-canvas.tsx'

/** The server's estimate with an added hint, since the demo model has no cheaper alternative. */
function hinting(cheaper: Estimate['cheaper']) {
  return async (answer: () => Promise<Response>, path: string) => {
    const response = await answer()
    if (!path.includes('chat.estimate')) {
      return response
    }
    const body = await response.json()
    return Response.json({ result: { data: { ...body.result.data, cheaper } } })
  }
}

test('the receipt of a message names a much cheaper model', async () => {
  const cheaper = { nodeId: 'flowtillDemoModel_0', label: 'Our model', model: 'small-one', typicalMicro: 400 }
  await openCanvas({ flowData: aDemoFlow(), around: hinting(cheaper) })

  fireEvent.click(await screen.findByTestId('cost-chip'))

  expect((await screen.findByRole('dialog')).textContent).toContain('With small-one: ≈ $0.0004 a message')
})

test('without a much cheaper model none is named', async () => {
  await openCanvas({ flowData: aDemoFlow() })

  fireEvent.click(await screen.findByTestId('cost-chip'))

  const receipt = (await screen.findByRole('dialog')).textContent
  expect(receipt).toContain('Estimated from prompt')
  expect(receipt).not.toContain('With ')
})
