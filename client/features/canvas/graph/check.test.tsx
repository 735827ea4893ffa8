import { describe, expect, test } from 'vitest'
import { aGraph, anAgentGraph, link, templates } from '../testing/a-graph.ts'
import { productTemplates, readFlow } from '../testing/read-flow.ts'
import { checkGraph } from './check.ts'
import { setCredential, setInput } from './edit.ts'
import { type Graph, readGraph } from './flow-graph.ts'
import { addNote } from './place.ts'

const ready = [
  (graph: Graph) => setCredential(graph, 'model_0', 'key'),
  (graph: Graph) => setInput(graph, 'model_0', 'modelName', 'demo'),
].reduce((graph, edit) => edit(graph), anAgentGraph())

const issuesOf = (graph: Graph) => checkGraph(graph, templates).map(({ issue }) => issue)

describe('the check', () => {
  test('finds nothing in a flow that can run', () => {
    expect(checkGraph(ready, templates)).toEqual([])
  })

  test('names a required field, a missing credential and a required link', () => {
    const graph = link(aGraph('model', 'memory', 'agent'), 'memory_0', 'agent_0', 'memory')

    const problems = checkGraph(graph, templates)

    expect(problems).toContainEqual({
      nodeId: 'agent_0',
      field: 'model',
      issue: { name: 'unlinked', label: 'Chat Model' },
      severity: 'blocking',
      blocking: true,
    })
    expect(problems).toContainEqual({
      nodeId: 'model_0',
      field: 'credential',
      issue: { name: 'credential', kind: 'modelApi' },
      severity: 'warning',
      blocking: false,
    })
    expect(problems).toContainEqual({
      nodeId: 'model_0',
      issue: { name: 'unconnected' },
      severity: 'warning',
      blocking: false,
    })
  })

  test('a field with a default is never missing, and neither is a cleared one that is optional', () => {
    expect(issuesOf(setInput(ready, 'model_0', 'temperature', ''))).toEqual([])
  })

  test('finds an invalid number, and accepts a decimal comma', () => {
    expect(issuesOf(setInput(ready, 'model_0', 'temperature', 'warm'))).toEqual([
      { name: 'invalid', label: 'Temperature' },
    ])
    expect(issuesOf(setInput(ready, 'model_0', 'temperature', '0,7'))).toEqual([])
  })

  test('finds a link to a deleted node', () => {
    expect(issuesOf(setInput(ready, 'agent_0', 'model', '{{gone_0.data.instance}}'))).toEqual([
      { name: 'lost', label: 'Chat Model' },
    ])
  })

  test('reports that no node answers', () => {
    expect(issuesOf(aGraph('memory'))).toEqual([{ name: 'noEnding' }])
    expect(issuesOf(aGraph())).toEqual([])
  })

  test('names a kind of node unknown to this server', () => {
    const problems = checkGraph(readGraph(readFlow('strange'), ''), productTemplates)

    expect(problems).toContainEqual({
      nodeId: 'timeMachine_0',
      issue: { name: 'unknown', kind: 'timeMachine' },
      severity: 'blocking',
      blocking: true,
    })
  })

  test('finds a cycle', () => {
    const circle = link(aGraph('agent', 'otherTool'), 'otherTool_0', 'agent_0', 'tools')
    const back = { source: 'agent_0', target: 'otherTool_0', sourceHandle: 'x', targetHandle: 'y' }
    const graph = { ...circle, edges: new Map([...circle.edges, ['back', back]]) }

    expect(issuesOf(graph)).toContainEqual({ name: 'cycle' })
  })

  test('ignores notes', () => {
    expect(issuesOf(addNote(ready, { x: 0, y: 0 }).graph)).toEqual([])
  })
})
