import Elk from 'elkjs/lib/elk.bundled.js'
import { describe, expect, test } from 'vitest'
import { findOnCanvas, replaceInTexts } from '../arrange/find-bar.tsx'
import { aGraph, anAgentGraph, endsOf, inputOf, link, templates } from '../testing/a-graph.ts'
import { areaOf, areasByMember, carryMembers, frameNodes, isArea, regroup, unframe } from './areas.ts'
import { align, distribute, type ElkBox, readTidy, snapToOthers, tidyRequest } from './arrange.ts'
import { duplicate, pasteClip, readClip, toClip, writeClip } from './clip.ts'
import { reroute } from './connect.ts'
import { moveNodes, setInput } from './edit.ts'
import { type Graph, readGraph, writeGraph } from './flow-graph.ts'
import { removeNodes } from './remove.ts'

const sizes = new Map(
  ['model_0', 'memory_0', 'otherTool_0', 'agent_0'].map((id) => [id, { width: 320, height: 200 }]),
)

function framed(graph: Graph, ...ids: string[]) {
  const made = frameNodes(graph, ids, 'Sources', sizes)
  if (!made) {
    throw new Error('Nothing was framed.')
  }
  return made
}

describe('boxes', () => {
  const boxes = new Map([
    ['a', { x: 0, y: 0, width: 100, height: 50 }],
    ['b', { x: 300, y: 40, width: 200, height: 100 }],
    ['c', { x: 150, y: 90, width: 50, height: 30 }],
  ])

  test('are aligned along the edges and centers of their common bounds', () => {
    expect([...align(boxes, 'left').values()].map(({ x }) => x)).toEqual([0, 0, 0])
    expect([...align(boxes, 'right').values()].map(({ x }) => x)).toEqual([400, 300, 450])
    expect([...align(boxes, 'middle').values()].map(({ y }) => y)).toEqual([45, 20, 55])
    expect(align(boxes, 'bottom').get('a')).toEqual({ x: 0, y: 90 })
  })

  test('are distributed with equal gaps, and the outermost stay', () => {
    const places = distribute(boxes, 'across')
    expect([places.get('a')?.x, places.get('c')?.x, places.get('b')?.x]).toEqual([0, 175, 300])
    expect(distribute(new Map([...boxes].slice(0, 2)), 'across').size).toBe(0)
  })

  test('snap to the edges of other boxes within reach, and to nothing beyond it', () => {
    const other = { x: 500, y: 100, width: 320, height: 200 }
    const near = snapToOthers({ x: 504, y: 400, width: 320, height: 120 }, [other], 6)
    expect(near.place).toEqual({ x: 500, y: 400 })
    expect(near.lines).toEqual([{ axis: 'down', at: 500, from: 100, to: 520 }])
    const far = snapToOthers({ x: 530, y: 400, width: 300, height: 120 }, [other], 6)
    expect(far).toEqual({ place: { x: 530, y: 400 }, lines: [] })
  })
})

describe('a frame', () => {
  test('surrounds its nodes, is exported as a note of its own type, and is imported again', () => {
    const { graph, id } = framed(anAgentGraph(), 'model_0', 'memory_0')
    const file = JSON.stringify(writeGraph(graph))
    const read = readGraph(file, '')

    expect(areaOf(read.nodes.get(id))?.members).toEqual(['model_0', 'memory_0'])
    expect(read.nodes.get(id)).toMatchObject({
      type: 'areaFrame',
      position: { x: -32, y: -72 },
      width: 784,
      height: 304,
      data: { name: 'stickyNote', label: 'Sources', inputParams: [], outputAnchors: [] },
    })
    expect(read.nodes.get('model_0')).not.toHaveProperty('parentNode')
  })

  test('takes a node out of its previous frame', () => {
    const first = framed(anAgentGraph(), 'model_0', 'memory_0')
    const second = framed(first.graph, 'memory_0', 'agent_0')

    expect(areaOf(second.graph.nodes.get(first.id))?.members).toEqual(['model_0'])
    expect(areasByMember(second.graph).get('memory_0')).toBe(second.id)
  })

  test('moves and deletes its nodes with it, and leaves them when it is dissolved', () => {
    const { graph, id } = framed(anAgentGraph(), 'model_0', 'memory_0')
    const places = carryMembers(graph, new Map([[id, { x: 68, y: -72 }]]))
    expect(moveNodes(graph, places).nodes.get('memory_0')?.position).toEqual({ x: 500, y: 0 })

    const removed = removeNodes(graph, [id], templates)
    expect([...removed.nodes.keys()]).toEqual(['otherTool_0', 'agent_0'])
    expect(inputOf(removed, 'agent_0', 'model')).toBe('')

    const dissolved = unframe(graph, [id])
    expect([...dissolved.nodes.keys()]).toEqual(['model_0', 'memory_0', 'otherTool_0', 'agent_0'])
    expect(dissolved.edges.size).toBe(3)
  })

  test('adopts dropped nodes, releases nodes dragged out, and retains all when locked', () => {
    const { graph, id } = framed(anAgentGraph(), 'model_0', 'memory_0')
    const inside = moveNodes(graph, new Map([['otherTool_0', { x: 100, y: 10 }]]))
    const joined = regroup(inside, ['otherTool_0'], sizes)
    expect(areaOf(joined.nodes.get(id))?.members).toContain('otherTool_0')

    const outside = moveNodes(joined, new Map([['model_0', { x: 3_000, y: 0 }]]))
    expect(areaOf(regroup(outside, ['model_0'], sizes).nodes.get(id))?.members).not.toContain('model_0')
  })

  test('is copied with its contents, under new ids', () => {
    const { graph, id } = framed(anAgentGraph(), 'model_0', 'memory_0')
    const clip = readClip(writeClip(toClip(graph, [id])))
    const pasted = clip && pasteClip(graph, clip, { x: 0, y: 900 })
    const copy = pasted?.ids.find((each) => isArea(pasted.graph.nodes.get(each)))

    expect(areaOf(pasted?.graph.nodes.get(copy ?? ''))?.members).toEqual(['model_1', 'memory_1'])
    expect(duplicate(graph, [id]).ids).toHaveLength(3)
  })
})

describe('tidying', () => {
  const lay = async (question: ElkBox) =>
    (await new Elk().layout(question as Parameters<InstanceType<typeof Elk>['layout']>[0])) as ElkBox

  test('places sources left of their targets, without overlapping cards', async () => {
    const mess = moveNodes(
      anAgentGraph(),
      new Map([
        ['agent_0', { x: 0, y: 0 }],
        ['model_0', { x: 10, y: 5 }],
      ]),
    )
    const { places } = readTidy(await lay(tidyRequest(mess, [], sizes)), mess, sizes)
    const at = (id: string) => places.get(id) ?? { x: Number.NaN, y: Number.NaN }

    for (const source of ['model_0', 'memory_0', 'otherTool_0']) {
      expect(at(source).x + 320).toBeLessThan(at('agent_0').x)
    }
    const rows = ['model_0', 'memory_0', 'otherTool_0'].map((id) => at(id).y).toSorted((a, b) => a - b)
    expect(rows.slice(1).every((y, index) => y - (rows[index] ?? 0) >= 200)).toBe(true)
  })

  test('preserves frames around their nodes', async () => {
    const { graph, id } = framed(anAgentGraph(), 'model_0', 'memory_0')
    const tidied = readTidy(await lay(tidyRequest(graph, [], sizes)), graph, sizes)
    const [frame, size] = [tidied.places.get(id), tidied.sizes.get(id)]
    for (const member of ['model_0', 'memory_0']) {
      const place = tidied.places.get(member)
      expect(place?.x).toBeGreaterThan(frame?.x ?? Number.NaN)
      expect((place?.y ?? Number.NaN) + 200).toBeLessThan((frame?.y ?? 0) + (size?.height ?? 0))
    }
  })

  test('of a selection leaves everything else unchanged', () => {
    const question = tidyRequest(anAgentGraph(), ['model_0', 'agent_0'], sizes)
    expect(question.children?.map(({ id }) => id)).toEqual(['model_0', 'agent_0'])
    expect(question.edges).toHaveLength(1)
  })
})

describe('a link whose end is dragged', () => {
  test('moves to the other input, and its previous input is empty', () => {
    const graph = link(aGraph('model', 'agent', 'agent'), 'model_0', 'agent_0', 'model')
    const [key = ''] = graph.edges.keys()
    const moved = reroute(graph, key, endsOf(graph, 'model_0', 'agent_1', 'model'), templates)

    expect(inputOf(moved, 'agent_0', 'model')).toBe('')
    expect(inputOf(moved, 'agent_1', 'model')).toBe('{{model_0.data.instance}}')
    expect(moved.edges.size).toBe(1)
  })

  test('stays in place if the other input accepts a different type', () => {
    const graph = link(aGraph('model', 'agent'), 'model_0', 'agent_0', 'model')
    const [key = ''] = graph.edges.keys()
    expect(reroute(graph, key, endsOf(graph, 'model_0', 'agent_0', 'memory'), templates)).toBe(graph)
  })

  test('replaces the existing link of the target port', () => {
    const one = link(aGraph('model', 'model', 'agent', 'agent'), 'model_0', 'agent_0', 'model')
    const both = link(one, 'model_1', 'agent_1', 'model')
    const [key = ''] = both.edges.keys()
    const moved = reroute(both, key, endsOf(both, 'model_0', 'agent_1', 'model'), templates)
    expect(inputOf(moved, 'agent_1', 'model')).toBe('{{model_0.data.instance}}')
    expect(moved.edges.size).toBe(1)
  })
})

describe('finding', () => {
  const fold = (text: string) => text.toLowerCase()
  const graph = setInput(anAgentGraph(), 'agent_0', 'instructions', 'Be kind to {{model_0.data.instance}}.')

  test('searches names, ids, kinds and texts, and names the field', () => {
    expect(findOnCanvas(graph, 'AGENT', templates, fold)).toContainEqual({
      node: 'agent_0',
      field: undefined,
    })
    expect(findOnCanvas(graph, 'be kind', templates, fold)).toEqual([
      { node: 'agent_0', field: 'instructions' },
    ])
    expect(findOnCanvas(graph, '  ', templates, fold)).toEqual([])
  })

  test('replaces text and leaves references to nodes unchanged', () => {
    const { graph: changed, count } = replaceInTexts(graph, 'kind', 'brief')
    expect(inputOf(changed, 'agent_0', 'instructions')).toBe('Be brief to {{model_0.data.instance}}.')
    expect(count).toBe(1)
    expect(replaceInTexts(graph, 'model_0', 'other').graph).toBe(graph)
  })
})
