import { describe, expect, test } from 'vitest'
import { nameOfFile } from '#client/components/flow-import/describe-flow.ts'
import { anAgentGraph, templates } from '../testing/a-graph.ts'
import { getNode, writeGraph } from './flow-graph.ts'
import { assignCredentials, findJsonIssue, readImport, withoutMissing } from './import-flow.ts'

describe('invalid JSON text', () => {
  test.each([
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": [1, 2\n}', 3, 1],
    ['{"a": tru}', 1, 7],
    ['{"a" 1}', 1, 6],
    ['["x', 1, 2],
    ['{"a": "\\q"}', 1, 8],
    ['[1] 2', 1, 5],
    ['', 1, 1],
    ['{"a": 01}', 1, 7],
    ["{'a': 1}", 1, 2],
    ['[1,', 1, 4],
  ])('%j is invalid at line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(findJsonIssue(text)).toEqual({ line, column })
  })

  test.each(['{}', '[]', ' {"a":[1,-2.5e3,"\\u00e9\\n",null,true,{"b":{}}]} ', '"x"', '0'])(
    '%j is valid',
    (text) => {
      expect(JSON.parse(text)).toBeDefined()
      expect(findJsonIssue(text)).toBeUndefined()
    },
  )
})

describe('a flow file', () => {
  const text = (change: (file: ReturnType<typeof writeGraph>) => void = () => undefined) => {
    const file = structuredClone(writeGraph(anAgentGraph()))
    change(file)
    return JSON.stringify(file)
  }
  function read(of: string) {
    const found = readImport(of, 'Desk', templates)
    if ('issue' in found) {
      throw new Error(found.issue)
    }
    return found
  }

  test('is distinguished from other JSON and from invalid JSON', () => {
    expect(readImport('{"nodes":1}', '', templates)).toEqual({ issue: 'notFlow' })
    expect(readImport('{"nodes":[}', '', templates)).toEqual({ issue: 'json', at: { line: 1, column: 11 } })
  })

  test('opens also with a byte order mark', () => {
    expect(read(`\ufeff${text()}`).graph.nodes.size).toBe(4)
  })

  test('names kinds that are missing here and kinds with a newer version', () => {
    const found = read(
      text(({ nodes: [model, memory] }) => {
        Object.assign(model?.data ?? {}, { version: 9 })
        Object.assign(memory?.data ?? {}, { name: 'timeMachine' })
      }),
    )

    expect(found.missing).toEqual(['timeMachine'])
    expect(found.newer).toEqual(['Model'])
  })

  test('can be imported without missing kinds: their links are removed, and fields that referenced them are empty', () => {
    const found = read(
      text(({ nodes: [, memory] }) => void Object.assign(memory?.data ?? {}, { name: 'timeMachine' })),
    )
    const [, removed = ''] = [...found.graph.nodes.keys()]
    expect(JSON.stringify(writeGraph(found.graph))).toContain(`{{${removed}.data.instance}}`)

    const stored = JSON.stringify(writeGraph(withoutMissing(found)))

    expect(stored).not.toContain(removed)
    expect(withoutMissing(found).nodes.size).toBe(3)
  })

  test('names the credentials required by its nodes; selected ones are stored in those nodes', () => {
    const { graph, needs } = read(text())

    expect(needs).toEqual([{ kinds: ['modelApi'], label: 'modelApi', nodes: ['model_0'] }])
    const assigned = assignCredentials(graph, needs, new Map([['modelApi', 'mine']]))
    expect(getNode(assigned, 'model_0').data.credential).toBe('mine')
    expect(assignCredentials(graph, needs, new Map())).toBe(graph)
  })

  test('with control flow steps is an agent flow', () => {
    expect(read(text()).type).toBe('CHATFLOW')
    expect(
      read(text(({ nodes }) => nodes.forEach((node) => void Object.assign(node, { type: 'agentFlow' }))))
        .type,
    ).toBe('AGENTFLOW')
  })

  test('sets the name of the flow', () => {
    expect(nameOfFile('Returns desk Chatflow (2).json')).toBe('Returns desk')
    expect(nameOfFile('team Agents.json')).toBe('team')
  })
})
