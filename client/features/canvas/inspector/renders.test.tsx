import { act, screen } from '@testing-library/react'
import { ReactFlowProvider } from 'reactflow'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { setInput } from '../graph/edit.ts'
import { readGraph } from '../graph/flow-graph.ts'
import { createCanvasStore } from '../store/canvas-store.ts'
import { CanvasStoreProvider } from '../store/use-canvas.ts'
import { Settings } from './settings.tsx'

const names = ['first', 'second', 'third', 'grid', 'list'] as const

/** A node whose fields count their renders: an editor reads its placeholder or columns in each one. */
async function showSettings() {
  const drawn = new Map<string, number>()
  const count = (name: string) => drawn.set(name, (drawn.get(name) ?? 0) + 1)
  const params = names.map((name) => ({
    id: `node_0-input-${name}-string`,
    name,
    label: name,
    type: 'string',
    optional: true,
    get description() {
      count(name)
      return `About ${name}`
    },
  }))
  const graph = readGraph(
    JSON.stringify({
      nodes: ['node_0', 'node_1'].map((id) => ({
        id,
        type: 'customNode',
        data: { name: 'strange', label: id, inputs: {} },
      })),
      edges: [],
    }),
    'Flow',
  )
  const store = createCanvasStore()
  for (const [, node] of graph.nodes) {
    Object.assign(node.data, { inputParams: params, inputAnchors: [], outputAnchors: [] })
  }
  store.getState().open(graph, undefined)
  const { app, signUp } = await createTestApp()
  const { user } = await renderScreen(
    <CanvasStoreProvider value={store}>
      <ReactFlowProvider>
        <Settings node="node_0" />
      </ReactFlowProvider>
    </CanvasStoreProvider>,
    { app, session: await signUp('ada') },
  )
  await screen.findByLabelText('first')
  drawn.clear()
  return { user, drawn, store }
}

test('typing in one field renders only that field', async () => {
  const { user, drawn } = await showSettings()

  await user.type(screen.getByLabelText('second'), 'Hello{Enter}')

  expect([...drawn.keys()]).toEqual(['second'])
})

test('a change of another node renders nothing here', async () => {
  const { drawn, store } = await showSettings()

  act(() => store.getState().act({ name: 'edit' }, (graph) => setInput(graph, 'node_1', 'first', 'x')))

  expect([...drawn]).toEqual([])
})
