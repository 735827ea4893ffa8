import { expect, onTestFinished, test } from 'vitest'
import { type NodeTexts, showNodeTexts } from '#client/texts/node-texts.ts'
import { aGraph, summariesOf, templates } from '../testing/a-graph.ts'
import { createCanvasStore } from './canvas-store.ts'
import { insertNode } from './insert.ts'

function aStore(
  load = async (names: readonly string[]) => names.flatMap((name) => templates.get(name) ?? []),
) {
  const store = createCanvasStore()
  const loads: (readonly string[])[] = []
  const errors: unknown[] = []
  store.getState().setCatalogue(summariesOf(templates), {
    load: (names) => {
      loads.push(names)
      return load(names)
    },
    onError: (error) => errors.push(error),
  })
  const nodes = () => [...store.getState().graph.nodes.keys()]
  return { store, loads, errors, nodes }
}

function kind(name: string) {
  const found = summariesOf(templates).get(name)
  if (!found) {
    throw new Error(`There is no ${name} in the small catalogue.`)
  }
  return found
}

test('a kind is inserted with its complete template, which is loaded once', async () => {
  const { store, loads, nodes } = aStore()

  insertNode(store, kind('model'), { x: 0, y: 0 })
  insertNode(store, kind('model'), { x: 0, y: 0 })
  expect(nodes()).toEqual([])
  await expect.poll(nodes).toEqual(['model_0', 'model_1'])
  insertNode(store, kind('model'), { x: 0, y: 0 })

  expect(nodes()).toHaveLength(3)
  expect(loads).toEqual([['model']])
  expect(store.getState().graph.nodes.get('model_0')?.data.inputs.temperature).toBe(0.9)
})

test('a template that fails to load inserts nothing, is reported, and is requested again', async () => {
  let isAway = true
  const { store, errors, nodes } = aStore(async (names) => {
    if (isAway) {
      throw new Error('The server is away.')
    }
    return names.flatMap((name) => templates.get(name) ?? [])
  })

  insertNode(store, kind('agent'), { x: 0, y: 0 })
  await expect.poll(() => errors).toHaveLength(1)
  expect(nodes()).toEqual([])
  isAway = false
  insertNode(store, kind('agent'), { x: 0, y: 0 })

  await expect.poll(nodes).toEqual(['agent_0'])
})

test('nodes restored from history are completed, and kinds missing on the server are not requested', async () => {
  const { store, loads } = aStore()
  const graph = aGraph('memory')
  const stranger = { id: 'gone_0', data: { name: 'gone', label: '', inputs: {} } }

  store.getState().open({ ...graph, nodes: new Map([...graph.nodes, ['gone_0', stranger]]) }, undefined)

  await expect.poll(() => store.getState().templates.has('memory')).toBe(true)
  expect(loads).toEqual([['memory']])
})

test('another language translates loaded kinds, and files stay in English', async () => {
  const turkish: NodeTexts = {
    language: 'tr',
    texts: { 'Model Name': 'Model adı' },
    labels: { model: ['Model', 'Sohbet modeli'] },
  }
  onTestFinished(() => showNodeTexts(undefined))
  const { store, nodes } = aStore()
  const model = () => store.getState().templates.get('model')
  insertNode(store, kind('model'), { x: 0, y: 0 })
  await expect.poll(nodes).toEqual(['model_0'])

  showNodeTexts(turkish)
  store.getState().translateCatalogue()
  insertNode(store, kind('model'), { x: 0, y: 0 })

  expect(store.getState().summaries.get('model')?.label).toBe('Sohbet modeli')
  expect(model()?.inputs.map(({ label }) => label)).toContain('Model adı')
  const [, placed] = [...store.getState().graph.nodes.values()]
  expect(placed?.data.label).toBe('Model')
  expect(JSON.stringify(placed)).not.toContain('Model adı')

  showNodeTexts(undefined)
  store.getState().translateCatalogue()

  expect(store.getState().summaries.get('model')?.label).toBe('Model')
  expect(model()?.inputs.map(({ label }) => label)).toContain('Model Name')
})
