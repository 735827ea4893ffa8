import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changeArea, frameNodes } from '../graph/areas.ts'
import { connect } from '../graph/connect.ts'
import { setInput } from '../graph/edit.ts'
import { emptyGraph, type Graph, readGraph, writeGraph } from '../graph/flow-graph.ts'
import { addNode, addNote } from '../graph/place.ts'
import { inputPorts, outputPorts, shapeOf } from '../graph/shape.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { productTemplates, readFlow } from '../testing/read-flow.ts'

const text = (graph: Graph) => JSON.stringify(writeGraph(graph))

function place(graph: Graph, kind: string, x: number): Graph {
  const template = productTemplates.get(kind)
  if (!template) {
    throw new Error(`There is no ${kind}.`)
  }
  return addNode(graph, template, { x, y: 0 }).graph
}

function wire(graph: Graph, source: string, target: string, input: string): Graph {
  const [from, to] = [graph.nodes.get(source), graph.nodes.get(target)]
  const output = from && outputPorts(shapeOf(from, productTemplates), from.data)[0]
  const port = to && inputPorts(shapeOf(to, productTemplates)).find(({ name }) => name === input)
  if (!output || !port) {
    throw new Error(`${source} cannot be linked to ${target}.`)
  }
  return connect(graph, { source, sourceHandle: output.id, target, targetHandle: port.id }, productTemplates)
}

test('a list of links is counted and reordered with the arrow keys', async () => {
  const placed = ['calculator', 'currentDateTime', 'toolAgent'].reduce(
    (graph, kind, index) => place(graph, kind, index * 400),
    emptyGraph,
  )
  const wired = ['calculator_0', 'currentDateTime_0'].reduce(
    (graph, tool) => wire(graph, tool, 'toolAgent_0', 'tools'),
    placed,
  )
  const { user, stored } = await openCanvas({ flowData: text(wired) })
  const agent = within(await card('toolAgent_0'))

  await user.click(agent.getByRole('button', { name: /: order of 2 links$/ }))
  const [first] = screen
    .getAllByRole('button', { name: /1/ })
    .filter((each) => each.matches('.reorder-handle'))
  first?.focus()
  await user.keyboard('{ArrowDown}')

  const tools = async () =>
    (await stored()).nodes.find(({ id }: { id: string }) => id === 'toolAgent_0').data.inputs.tools
  await waitFor(
    async () =>
      expect(await tools()).toEqual([
        '{{currentDateTime_0.data.instance}}',
        '{{calculator_0.data.instance}}',
      ]),
    { timeout: 20_000 },
  )
})

test('a note is shown as Markdown and edited as text', async () => {
  const noted = addNote(readGraph(readFlow('conversation'), 'Desk'), { x: 0, y: 900 }).graph
  const flowData = text(setInput(noted, 'stickyNote_0', 'note', '**Ask** the desk first'))
  await openCanvas({ flowData })
  const note = await card('stickyNote_0')

  expect((await within(note).findByText('Ask')).tagName).toBe('STRONG')
  expect(within(note).queryByRole('textbox')).toBeNull()
  fireEvent.click(note)

  const field = await within(note).findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of the note' })
  expect(field.value).toBe('**Ask** the desk first')
})

test('the color of a group is changed in the inspector', async () => {
  const graph = readGraph(readFlow('conversation'), 'Desk')
  const framed = frameNodes(graph, ['chatOpenAI_0'], 'Models', new Map())
  const flowData = text(changeArea(framed?.graph ?? graph, 'areaFrame_0', { color: 'sky' }))
  const { user, stored } = await openCanvas({ flowData })
  fireEvent.click(await card('areaFrame_0'))
  await user.keyboard('i')

  const colors = within(await screen.findByRole('radiogroup', { name: 'Group color' }))
  expect(colors.getByRole<HTMLInputElement>('radio', { name: 'Sky' }).checked).toBe(true)
  await user.click(colors.getByRole('radio', { name: 'Mint' }))

  await waitFor(async () => expect((await stored()).nodes[0].data.area.color).toBe('mint'), {
    timeout: 20_000,
  })
})

test('a node older than the server’s version says so, and is updated', async () => {
  const { user } = await openCanvas({ flowData: readFlow('conversation') })
  const model = within(await card('chatOpenAI_0'))

  await user.click(model.getByRole('button', { name: /^Update to v/ }))

  await waitFor(() => expect(model.queryByRole('button', { name: /^Update to v/ })).toBeNull())
  expect(screen.getByRole('button', { name: 'Undo: update “Our model”' })).toBeDefined()
})

test('a node is replaced by another kind that fits its links', async () => {
  const { user } = await openCanvas({ flowData: readFlow('conversation') })
  const model = within(await card('chatOpenAI_0'))

  await user.click(model.getByRole('button', { name: 'Node menu' }))
  await user.click(screen.getByRole('menuitem', { name: 'Replace with…' }))
  const list = within(screen.getByRole('listbox', { name: 'Replace with' }))
  await user.click(list.getByRole('option', { name: /^Flowtill Demo/ }))

  expect(await card('flowtillDemoModel_0')).toBeDefined()
  expect(screen.queryByTestId('node-chatOpenAI_0')).toBeNull()
  expect(within(await card('conversationChain_0')).getByText('Our model')).toBeDefined()
})
