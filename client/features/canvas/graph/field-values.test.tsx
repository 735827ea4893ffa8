import { expect, test } from 'vitest'
import { createCanvasStore } from '../store/canvas-store.ts'
import { anInput, aTemplate } from '../testing/a-graph.ts'
import { setField } from './field-values.ts'
import { emptyGraph } from './flow-graph.ts'
import { addNode } from './place.ts'

const web = aTemplate('web', {
  inputs: [
    anInput('useProxy', 'boolean', { default: false }),
    anInput('proxy', 'string', { show: { useProxy: true }, optional: true }),
    anInput('login', 'boolean', { show: { useProxy: true }, default: false }),
    anInput('user', 'string', { show: { useProxy: true, login: true }, optional: true }),
  ],
})

function openForm() {
  const store = createCanvasStore()
  store.getState().setTemplates([web])
  store.getState().open(addNode(emptyGraph, web, { x: 0, y: 0 }).graph, undefined)
  const inputs = () => store.getState().graph.nodes.get('web_0')?.data.inputs ?? {}
  const fill = (name: string, value: unknown) =>
    store
      .getState()
      .act({ name: 'edit' }, (graph, templates) =>
        setField(graph, 'web_0', name, value, { templates, history: store.getState().history }),
      )
  return { store, inputs, fill }
}

test('values of hidden fields are not written to the file, and return when the switch is reversed', () => {
  const { inputs, fill } = openForm()
  fill('useProxy', true)
  fill('proxy', 'http://gate')
  fill('login', true)
  fill('user', 'ada')

  fill('useProxy', false)
  expect(inputs()).toEqual({ useProxy: false })
  fill('useProxy', true)

  expect(inputs()).toEqual({ useProxy: true, proxy: 'http://gate', login: true, user: 'ada' })
})

test('each switch change is one step, and undo restores everything at once', () => {
  const { store, inputs, fill } = openForm()
  fill('useProxy', true)
  fill('proxy', 'http://gate')
  const steps = store.getState().history.past.length

  fill('useProxy', false)
  expect(store.getState().history.past).toHaveLength(steps + 1)
  store.getState().undo()

  expect(inputs()).toMatchObject({ useProxy: true, proxy: 'http://gate' })
})

test('a field that was never filled in gets its default', () => {
  const { inputs, fill } = openForm()

  fill('useProxy', true)

  expect(inputs().login).toBe(false)
})
