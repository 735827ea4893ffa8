import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { describeNode } from '#server/engine/describe-node.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import { placeNode } from '#shared/nodes.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'

function aBrokenFlow() {
  const file = parseFlowFile(aDemoFlow())
  const [chain] = file.nodes.filter(({ data }) => data.name === 'conversationChain')
  const [memory] = file.nodes.filter(({ data }) => data.name === 'bufferMemory')
  const [model] = file.nodes.filter(({ data }) => data.name === 'flowtillDemoModel')
  Object.assign(chain?.data.inputs ?? {}, { model: '' })
  Object.assign(memory?.data ?? {}, { version: 0.5 })
  const stranger = {
    id: 'timeMachine_0',
    position: { x: 0, y: 900 },
    data: { name: 'timeMachine', label: 'Clock' },
  }
  return JSON.stringify({
    ...file,
    nodes: [...file.nodes, stranger],
    edges: file.edges.filter(({ source }) => source !== model?.id),
  })
}

async function openChecklist(flowData: string, language: 'en' | 'tr' = 'en', env = {}) {
  const opened = await openCanvas({ flowData, language, env })
  await card('conversationChain_0')
  const { user } = opened
  await user.click(screen.getByTestId('checklist-count'))
  return { ...opened, panel: within(await screen.findByTestId('checklist')) }
}

const group = (name: RegExp) =>
  within(screen.getByRole('heading', { name, level: 3 }).parentElement as HTMLElement)

test('the checklist lists required fixes and suggestions, each by its node', async () => {
  const { panel } = await openChecklist(aBrokenFlow())

  const must = group(/^Fix before running/)
  expect(must.getByText('Chat Model has no link.')).toBeTruthy()
  const look = group(/^Warnings/)
  expect(look.getByText('This server has no node type named timeMachine.')).toBeTruthy()
  expect(look.getByText(/^Version . is available/)).toBeTruthy()
  expect(panel.getAllByText('This node is not connected to anything.').length).toBeGreaterThan(1)
})

test('its buttons link, update and remove, each as one undo step', async () => {
  const { user, panel } = await openChecklist(aBrokenFlow())

  await user.click(group(/^Fix before running/).getByRole('button', { name: 'Connect' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('option', { name: /Flowtill Demo/ }))
  await waitFor(() => expect(screen.queryByText('Chat Model has no link.')).toBeNull())

  await user.click(panel.getByRole('button', { name: 'Update' }))
  expect(screen.queryByText(/^Version . is available/)).toBeNull()

  await user.click(panel.getByRole('button', { name: 'Remove' }))
  expect(screen.queryByTestId('node-timeMachine_0')).toBeNull()
  expect(await screen.findByText('No issues')).toBeTruthy()
  expect(screen.getByTestId('checklist-count').dataset.tone).toBe('ready')

  await user.click(screen.getByRole('button', { name: /^Undo: delete “Clock”/ }))
  expect(await screen.findByTestId('node-timeMachine_0')).toBeTruthy()
})

test('an issue links to its node, and the count follows every change', async () => {
  const { user } = await openChecklist(aBrokenFlow())
  expect(screen.getByTestId('checklist-count').dataset.tone).toBe('blocking')

  await user.click(screen.getByRole('button', { name: /Chat Model has no link/ }))

  await waitFor(() => expect(screen.getByTestId('node-conversationChain_0').dataset.selected).toBeDefined())
})

test('is translated into Turkish', async () => {
  await openChecklist(aBrokenFlow(), 'tr')

  expect(screen.getByText('Sohbet modeli bağlı değil.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: /Düzeltilmesi gerekenler/ })).toBeTruthy()
})

test('a deleted credential is reported and replaced in place, followed by models its provider no longer offers', async () => {
  const provider = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"gpt-4.1"}]}')
  })
  const file = parseFlowFile(aDemoFlow())
  for (const { data } of file.nodes) {
    if (data.name === 'conversationChain') {
      data.inputs.systemMessagePrompt = 'Say it in {{$vars.tone}}.'
    }
  }
  const definition = catalogue.get('chatOpenAI')
  const data = definition && placeNode(describeNode(definition), 'chatOpenAI_0')
  const node = {
    id: 'chatOpenAI_0',
    type: 'customNode',
    position: { x: 0, y: 900 },
    data: { ...data, credential: 'gone', inputs: { ...data?.inputs, modelName: 'gpt-3' } },
  }
  const { user, ada, panel } = await openChecklist(
    JSON.stringify({ ...file, nodes: [...file.nodes, node] }),
    'en',
    { OUTGOING_ALLOW: new URL(provider.origin).host },
  )
  await ada.call('POST', '/credentials', {
    name: 'My key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'x', basePath: provider.origin },
  })

  expect(await screen.findByText('The credential was deleted. Choose another one.')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Choose' }))
  await user.click(await screen.findByRole('option', { name: /My key/ }))

  expect(screen.getByTestId('node-chatOpenAI_0').textContent).toContain('My key')
  expect(await panel.findByText(/gpt-3 is no longer available/)).toBeTruthy()
  expect(panel.getByText('System Message uses $vars.tone, which does not exist.')).toBeTruthy()
})
