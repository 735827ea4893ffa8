import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { CanvasScreen } from '../canvas-screen.tsx'
import { layOut } from '../testing/lay-out.ts'

function Jumps({ find }: { find: () => Promise<SavedFlow[]> }) {
  const [flowId, setFlowId] = useState<string>()
  const jump = async (name: string) => setFlowId((await find()).find((flow) => flow.name === name)?.id)
  return (
    <>
      {['Untitled chatflow', 'Other'].map((name) => (
        <button key={name} type="button" onClick={() => void jump(name)}>
          Jump to {name}
        </button>
      ))}
      <CanvasScreen {...(flowId && { flowId })} renderChat={() => null} />
    </>
  )
}

test('a flow created here is shown again on return from another flow', async () => {
  layOut()
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')
  await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Other' })
  const find = async () => (await ada.call('GET', '/chatflows')).json<SavedFlow[]>()
  const { user } = await renderScreen(<Jumps find={find} />, { app, session: ada })
  const search = await screen.findByRole('combobox', { name: 'Search nodes, tags, models' })
  await user.type(search, 'buffer memory{Enter}')
  const own = await screen.findByTestId('node-bufferMemory_0')
  await expect.poll(async () => (await find()).length).toBe(2)
  const jumpTo = (name: string) => user.click(screen.getByRole('button', { name: `Jump to ${name}` }))

  await jumpTo('Untitled chatflow')
  expect(await screen.findByTestId('node-bufferMemory_0')).toBe(own)
  await jumpTo('Other')
  await waitFor(() => expect(screen.queryByTestId('node-bufferMemory_0')).toBeNull())
  await screen.findByRole('application')
  await jumpTo('Untitled chatflow')

  expect(await screen.findByTestId('node-bufferMemory_0')).toBeDefined()
})
