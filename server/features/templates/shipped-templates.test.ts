import { describe, expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { type FlowFile, isNote, parseFlowFile } from '#shared/flow-file.ts'
import { templateLanguages } from '#shared/templates.ts'
import { createShippedTemplates } from './shipped-templates.ts'
import { findNeeds } from './template-needs.ts'
import { questions } from './testing/shipped-questions.ts'

const shipped = createShippedTemplates(catalogue)
const chatFlows = (language: (typeof templateLanguages)[number]) =>
  shipped.list(language).filter(({ type }) => type === 'Chatflow')
const ids = chatFlows('en').map(({ id }) => id)

test('there are twenty in a fixed order, each with its own name in each language', () => {
  expect(ids).toHaveLength(20)
  expect(ids[0]).toBe('help-desk')
  expect(Object.keys(questions).sort()).toEqual(ids.toSorted())
  for (const language of templateLanguages) {
    const names = shipped.list(language).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  }
})

describe.each(templateLanguages)('in %s', (language) => {
  test.each(ids)('%s answers two questions in the complete application, and they are charged', async (id) => {
    const { predict, balance } = await openFlow(id, language)

    for (const { question, answer, isFree } of questions[id]?.[language] ?? []) {
      const before = await balance()
      expect(await predict(question)).toMatch(answer)
      const cost = before - (await balance())
      expect(cost > 0).toBe(!isFree)
    }
  })

  test.each(shipped.list(language))(
    '$id has no issues and needs no key',
    async ({ flowData, kinds, type }) => {
      const { signUp } = await createTestApp()
      const ada = await signUp('ada')
      const kindOfFlow = type === 'Chatflow' ? 'CHATFLOW' : 'AGENTFLOW'
      const { id } = (await ada.call('POST', '/chatflows', { name: 'A', flowData, type: kindOfFlow })).json()

      expect((await ada.call('GET', `/validation/${id}`)).json()).toEqual([])
      expect(findNeeds(kinds, catalogue, new Set())).toEqual({ credentials: [], missing: [] })
      const exported = (await ada.call('GET', `/chatflows/${id}`)).json().flowData
      expect(JSON.parse(exported)).toEqual(JSON.parse(flowData))
    },
  )

  test.each(shipped.list(language))('$id has a readable layout', ({ flowData }) => {
    const file = parseFlowFile(flowData)
    const notes = file.nodes.filter(isNote)

    expect(overlaps(file)).toEqual([])
    expect(backward(file)).toEqual([])
    expect(notes).toHaveLength(1)
    expect(String(notes[0]?.data.inputs.note).length).toBeGreaterThan(40)
    expect(flowData).not.toMatch(/"(?:en|tr)":|lorem/i)
  })
})

test('texts differ per language: none is left in the other language', () => {
  for (const { id, name, flowData } of shipped.list('en')) {
    const turkish = shipped.find(id, 'tr')
    expect(turkish?.name).not.toBe(name)
    expect(turkish?.description).toMatch(/[çğıöşüİ]/)
    expect(turkish?.flowData).not.toBe(flowData)
    expect(noteOf(turkish?.flowData ?? '')).toMatch(/[ğış]/)
  }
})

async function openFlow(id: string, language: (typeof templateLanguages)[number]) {
  const page = await listen((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(pages[language])
  })
  const { signUp } = await createTestApp({
    listen: true,
    env: { OUTGOING_ALLOW: new URL(page.origin).host },
  })
  const ada = await signUp('ada')
  const { name, flowData = '' } = shipped.find(id, language) ?? {}
  const reachable = flowData.replace(/https:\/\/\w+\.wikipedia\.org\/[\w/]+/, page.origin)
  const made = await ada.call('POST', '/chatflows', { name, flowData: reachable, type: 'CHATFLOW' })

  async function predict(question: string): Promise<string> {
    const url = `/prediction/${made.json().id}`
    const answer = (await ada.call('POST', url, { question, chatId: 'a conversation' })).json()
    expect(answer.message).toBeUndefined()
    return answer.json ? JSON.stringify(answer.json) : answer.text
  }

  const balance = async (): Promise<number> => (await ada.call('GET', '/wallets/me')).json().balance
  return { predict, balance }
}

const pages = {
  en: '<html><body><nav>Home</nav><main><h1>Harbour</h1><p>The ferry leaves at noon. A ticket for the ferry costs 40 lira.</p></main></body></html>',
  tr: '<html><body><nav>Giriş</nav><main><h1>Liman</h1><p>Vapur öğlen kalkar. Vapur bileti 40 lira.</p></main></body></html>',
}

function overlaps({ nodes }: FlowFile): string[] {
  // A step inside of an iteration has its own place there.
  const boxes = nodes.filter(({ parentNode }) => parentNode === undefined).map(boxOf)
  return boxes.flatMap((box, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => meet(box.x, box.width, other.x, other.width))
      .filter((other) => meet(box.y, box.height, other.y, other.height))
      .map((other) => `${box.id} and ${other.id}`),
  )
}

function meet(a: number, length: number, b: number, other: number) {
  return a < b + other && b < a + length
}

function backward({ nodes, edges }: FlowFile): string[] {
  const boxes = new Map(nodes.map((node) => [node.id, boxOf(node)]))
  return edges.flatMap(({ source, target }) => {
    const [from, to] = [boxes.get(source), boxes.get(target)]
    return from && to && from.x + from.width < to.x ? [] : [`${source} to ${target}`]
  })
}

function boxOf({ id, position, width, height }: FlowFile['nodes'][number]) {
  const { x, y } = position as { x: number; y: number }
  return { id, x, y, width: Number(width), height: Number(height) }
}

function noteOf(flowData: string) {
  const note = parseFlowFile(flowData).nodes.find(isNote)
  return String(note?.data.inputs.note)
}
