import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { memo, Profiler, type ReactNode } from 'react'
import ReactFlow, { type NodeProps, ReactFlowProvider } from 'reactflow'
import { expect, test } from 'vitest'
import { loadTexts, TextsProvider } from '#client/texts/texts.tsx'
import { ParamRow } from '../card/card-body.tsx'
import { FlowCard } from '../card/flow-card.tsx'
import { setInput } from '../graph/edit.ts'
import { getNode } from '../graph/flow-graph.ts'
import { anAgentGraph, templates } from '../testing/a-graph.ts'
import { layOut } from '../testing/lay-out.ts'
import { Wire } from '../wires/wire.tsx'
import { createCanvasStore } from './canvas-store.ts'
import { viewOf } from './card-view.ts'
import { isDirty } from './document.ts'
import { CanvasStoreProvider, useCanvas } from './use-canvas.ts'

function openStore() {
  const store = createCanvasStore()
  store.getState().setTemplates([...templates.values()].filter(({ name }) => name !== 'model'))
  store.setState({ templates })
  store.getState().open(anAgentGraph(), undefined)
  return store
}

async function show(store: ReturnType<typeof createCanvasStore>, content: ReactNode) {
  layOut()
  render(
    <TextsProvider initial={await loadTexts('en')}>
      <CanvasStoreProvider value={store}>
        <ReactFlowProvider>{content}</ReactFlowProvider>
      </CanvasStoreProvider>
    </TextsProvider>,
  )
}

test('typing in one field renders only that field', async () => {
  const store = openStore()
  const drawn: string[] = []
  const node = getNode(store.getState().graph, 'model_0')
  const fields = viewOf(node, templates).params.filter(({ type }) => type !== 'credential')
  await show(
    store,
    fields.map((input) => (
      <Profiler key={input.id} id={input.name} onRender={(id) => drawn.push(id)}>
        <ParamRow node="model_0" input={input} />
      </Profiler>
    )),
  )
  drawn.length = 0

  await userEvent.type(screen.getByRole('textbox', { name: 'Model Name' }), 'demo{Enter}')

  expect(store.getState().graph.nodes.get('model_0')?.data.inputs.modelName).toBe('demo')
  expect(new Set(drawn)).toEqual(new Set(['modelName']))
})

test('a change in one card renders neither the other cards nor the wires', async () => {
  const store = openStore()
  const drawn: string[] = []
  const count = (id: string, content: ReactNode) => (
    <Profiler id={id} onRender={() => drawn.push(id)}>
      {content}
    </Profiler>
  )
  const nodeTypes = {
    card: memo(
      ({ id, selected }: NodeProps) => count(id, <FlowCard id={id} selected={selected} />),
      (before, after) => before.selected === after.selected,
    ),
  }
  const edgeTypes = { wire: (props: Parameters<typeof Wire>[0]) => count('wire', <Wire {...props} />) }
  const Canvas = () => {
    const nodes = useCanvas(({ flowNodes }) => flowNodes)
    const edges = useCanvas(({ flowEdges }) => flowEdges)
    return (
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={store.getState().changeNodes}
      />
    )
  }
  // Credential fields call the server, so the cards have none.
  store.setState({
    templates: new Map([...templates].map(([name, { credential: _, ...rest }]) => [name, rest])),
  })
  store.getState().open(anAgentGraph(), undefined)
  await show(store, <Canvas />)
  await waitFor(() => expect(store.getState().flowNodes.every(({ width }) => width)).toBe(true))
  await waitFor(() => expect(drawn).toContain('wire'))
  drawn.length = 0

  act(() =>
    store
      .getState()
      .act({ name: 'edit' }, (graph) => setInput(graph, 'agent_0', 'instructions', 'Be brief.')),
  )

  expect(new Set(drawn)).toEqual(new Set(['agent_0']))
})

test('unchanged cards and wires preserve their object identity', () => {
  const store = openStore()
  const before = store.getState()

  before.act({ name: 'edit' }, (graph) => setInput(graph, 'model_0', 'temperature', 0.1))

  const after = store.getState()
  expect(after.flowNodes.every((node, index) => node === before.flowNodes[index])).toBe(true)
  expect(after.flowEdges.every((edge, index) => edge === before.flowEdges[index])).toBe(true)
})

test('the dirty state is a comparison with the saved graph, also after an undo', () => {
  const store = openStore()
  const edit = (value: number) =>
    store.getState().act({ name: 'edit' }, (graph) => setInput(graph, 'model_0', 'temperature', value))
  expect(isDirty(store.getState())).toBe(false)

  edit(0.1)
  expect(isDirty(store.getState())).toBe(true)
  store.getState().undo()
  expect(isDirty(store.getState())).toBe(false)
  store.getState().redo()
  store
    .getState()
    .markSaved({ id: 'f', type: 'CHATFLOW', updatedDate: '' }, store.getState().history.revision)

  expect(isDirty(store.getState())).toBe(false)
  store.getState().undo()
  expect(isDirty(store.getState())).toBe(true)
})

test('a drag is applied to the flow when it ends, as one step', () => {
  const store = openStore()
  const { changeNodes, settleMove } = store.getState()

  changeNodes([{ type: 'position', id: 'model_0', position: { x: 5, y: 5 }, dragging: true }])
  changeNodes([{ type: 'position', id: 'model_0', position: { x: 50, y: 60 }, dragging: true }])
  expect(store.getState().graph.nodes.get('model_0')?.position).toEqual({ x: 0, y: 0 })
  settleMove()

  expect(store.getState().graph.nodes.get('model_0')?.position).toEqual({ x: 50, y: 60 })
  expect(store.getState().history.past).toHaveLength(1)
})

test('a move and its undo do not notify subscribers that ignore node positions', () => {
  const store = openStore()
  const before = store.getState().unplaced
  const { changeNodes, settleMove } = store.getState()

  changeNodes([{ type: 'position', id: 'model_0', position: { x: 50, y: 60 }, dragging: true }])
  settleMove()
  expect(store.getState().graph).not.toBe(before)
  store.getState().undo()
  expect(store.getState().unplaced).toBe(before)

  store.getState().act({ name: 'edit' }, (graph) => setInput(graph, 'model_0', 'temperature', 0.1))
  expect(store.getState().unplaced).toBe(store.getState().graph)
})
