import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { AgentFlowsScreen } from './agent-flows-screen.tsx'
import { readAgentFile } from './read-agent-file.ts'

const paths = {
  describing: '/agentcanvas?dock=generate',
  newCanvas: '/agentcanvas',
  canvas: (id: string) => `/agentcanvas/${id}`,
  canvasWithQuestion: (id: string) => `/agentcanvas/${id}`,
}
const control = JSON.stringify({
  nodes: [
    { id: 'startAgentflow_0', type: 'agentFlow', data: { name: 'startAgentflow', category: 'Agent Flows' } },
  ],
  edges: [],
})
const sequential =
  '{"nodes":[{"id":"a","data":{"name":"seqStart","category":"Sequential Agents"}}],"edges":[]}'

async function openList(flows: [name: string, type: string, flowData: string][]) {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  for (const [name, type, flowData] of flows) {
    await root.call('POST', '/chatflows', { name, type, flowData })
  }
  return {
    root,
    ...(await renderScreen(<AgentFlowsScreen paths={paths} renderTemplates={() => null} />, {
      app,
      session: root,
    })),
  }
}

test('lists agent flows with their engine, and no chat flows', async () => {
  const { user } = await openList([
    ['Newer', 'AGENTFLOW', control],
    ['Older', 'MULTIAGENT', sequential],
    ['Chat', 'CHATFLOW', aDemoFlow()],
  ])

  expect((await screen.findByRole('link', { name: 'Newer' })).getAttribute('href')).toMatch(
    /^\/agentcanvas\//,
  )
  expect(screen.getByRole('link', { name: 'Older' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Chat' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Engine v1 1' }))
  expect(screen.queryByRole('link', { name: 'Newer' })).toBeNull()
})

test('an empty list opens the refund desk as a flow that can run, and offers four other ways', async () => {
  const { root, user } = await openList([['Chat', 'CHATFLOW', aDemoFlow()]])

  expect(await screen.findByRole('heading', { name: /^Let an agent work/ })).toBeTruthy()
  for (const name of [/^Blank canvas/, /^From a template/, /^Describe it/, /^Import a file/]) {
    expect(screen.getByRole('button', { name })).toBeTruthy()
  }
  await user.click(screen.getByRole('button', { name: 'Open the refund desk' }))

  const rows = async () =>
    (await root.call('GET', '/chatflows?type=AGENTFLOW')).json<{ id: string; name: string }[]>()
  await waitFor(async () => expect((await rows()).map(({ name }) => name)).toEqual(['Refund desk']))
  const [{ id = '' } = {}] = await rows()
  expect((await root.call('GET', `/validation/${id}`)).json()).toEqual([])
})

test('an imported file is added to the list of its engine', async () => {
  const { user, root } = await openList([])
  await screen.findByRole('button', { name: /^Blank canvas/ })

  await user.upload(
    document.querySelector('input[type=file]') as HTMLInputElement,
    new File([control], 'Desk Agents.json'),
  )
  await user.click(await screen.findByRole('button', { name: 'Create flow' }))

  await waitFor(async () =>
    expect((await root.call('GET', '/chatflows')).json()).toMatchObject([
      { name: 'Desk', type: 'AGENTFLOW' },
    ]),
  )
})

test('a file is classified by its engine, and a file without a flow is reported', async () => {
  const read = async (text: string, name = 'x.json') => readAgentFile(new File([text], name))

  expect(await read(sequential)).toMatchObject({ type: 'MULTIAGENT' })
  expect(await read(control, 'Team Agents.json')).toMatchObject({ type: 'AGENTFLOW', name: 'Team' })
  expect(await read(aDemoFlow())).toMatchObject({ type: 'CHATFLOW' })
  expect(await read('{}')).toEqual({ issue: 'noFlow' })
})
