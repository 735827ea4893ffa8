import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { kindsFor } from '../store/catalogue.ts'
import { aGraph, anAgentGraph, anInput, aTemplate, summariesOf, templates } from '../testing/a-graph.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { productTemplates, readFlow } from '../testing/read-flow.ts'
import { currentFirst, facets, facetted, hasFacets, sectionsOf } from './palette-section.tsx'
import { suggestTemplates } from './suggest.ts'
import { secondLine } from './template-row.tsx'

beforeEach(() => localStorage.clear())

const flowData = readFlow('conversation')
const search = () => screen.getByRole('combobox', { name: /^(Search nodes|Düğüm)/ })
const section = (name: string) => within(screen.getByRole('listbox', { name }))

describe('the palette', () => {
  test('a favorite kind and a used one are listed first, also the next time', async () => {
    const { user } = await openCanvas({ flowData, hasRows: true })
    await card('chatOpenAI_0')

    await user.type(search(), 'calculator')
    await user.keyboard('{Control>}b{/Control}{Enter}')
    await card('calculator_0')
    await user.clear(search())

    expect(section('Chat Models').getAllByRole('option').length).toBeGreaterThan(10)
    expect(section('Favorites').getByRole('option', { name: /Calculator/ })).toBeDefined()
    expect(section('Recent').getByRole('option', { name: /Calculator/ })).toBeDefined()
    expect(localStorage.getItem('canvas.favouriteNodes')).toContain('calculator')
  })

  test('finds kinds by words of both languages', async () => {
    const { user } = await openCanvas({ flowData })
    await card('chatOpenAI_0')

    await user.type(search(), 'hesap makinesi')

    expect(screen.getByRole('option', { name: /Calculator/ })).toBeDefined()
  })

  test('shows the description, inputs and outputs of a kind after a delay', async () => {
    const { user } = await openCanvas({ flowData })
    await card('chatOpenAI_0')
    await user.type(search(), 'conversation chain')
    const row = screen.getByRole('option', { name: /^Conversation Chain/ })
    expect(screen.queryByRole('tooltip')).toBeNull()

    fireEvent.pointerEnter(row, { pointerType: 'mouse' })

    const preview = within(await screen.findByRole('tooltip'))
    expect(preview.getByText('Chat Model')).toBeDefined()
    fireEvent.pointerLeave(row)
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  })

  test('is filtered to kinds of a category', async () => {
    const { user } = await openCanvas({ flowData })
    await card('chatOpenAI_0')
    await user.type(search(), 'anthropic llamaindex')
    expect(screen.getAllByRole('option').length).toBeGreaterThan(0)

    await user.click(screen.getByRole('button', { name: 'LangChain' }))

    expect(screen.queryAllByRole('option')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'LlamaIndex' }))
    expect(screen.getByRole('button', { name: 'LangChain' }).getAttribute('aria-pressed')).toBe('false')
    expect(screen.getAllByRole('option').length).toBeGreaterThan(0)
  })
})

describe('suggestions', () => {
  const names = (graph: Parameters<typeof suggestTemplates>[0]) =>
    suggestTemplates(graph, summariesOf(templates), templates).map(({ name }) => name)

  test('list required inputs before optional ones', () => {
    expect(names(aGraph('agent'))).toEqual(['model', 'memory', 'readTool'])
  })

  test('exclude linked inputs', () => {
    expect(names(anAgentGraph())).not.toContain('model')
  })
})

test('a kind is ready without a credential or with an available one; frameworks and deprecation come from tags and badge', () => {
  const model = templates.get('model') ?? aTemplate('model')
  const llama = aTemplate('llama', { tags: ['LlamaIndex'], badge: 'DEPRECATING' })
  const free = aTemplate('free', { inputs: [anInput('text', 'string')] })
  const reported = (template: typeof model, owned: string[] = []) =>
    facets.filter((facet) => hasFacets(template, [facet], new Set(owned)))

  expect(reported(model)).toEqual(['langChain', 'deprecated'])
  expect(reported(model, ['modelApi'])).toEqual(['ready', 'langChain', 'deprecated'])
  expect(reported(llama)).toEqual(['llamaIndex', 'deprecated'])
  expect(reported(free)).toEqual(['ready', 'langChain', 'deprecated'])
})

test('deprecated kinds are listed on request, or when nothing else is found', () => {
  const model = aTemplate('model')
  const old = aTemplate('oldModel', { badge: 'DEPRECATING' })
  const none = new Set<string>()

  expect(facetted([model, old], [], none)).toEqual([model])
  expect(facetted([model, old], ['deprecated'], none)).toEqual([model, old])
  expect(facetted([old], [], none)).toEqual([old])
  expect(currentFirst([model, old])).toEqual([model])
  expect(currentFirst([old])).toEqual([old])
  // Facet stored by an earlier version.
  expect(facetted([model], ['current' as never], none)).toEqual([model])
})

test.each(['CHATFLOW', 'AGENTFLOW', 'MULTIAGENT'] as const)(
  'no two kinds of node offered in a %s have the same list entry',
  (newType) => {
    const summaries = summariesOf(productTemplates)
    const kinds = kindsFor({ saved: undefined, newType, summaries })
    const lines = [...kinds.values()].map((kind) => `${kind.label}: ${secondLine(kind)}`)

    expect(lines.length).toBeGreaterThan(10)
    expect(lines.filter((line, place) => lines.indexOf(line) !== place)).toEqual([])
  },
)

test('empty sections are omitted, and filtered-out kinds appear in none', () => {
  const found = [...templates.values()].filter(({ category }) => category === 'Memory')
  const keys = sectionsOf(found, {
    favourites: ['model'],
    recents: ['memory', 'gone'],
    suggested: [],
    kinds: templates,
  }).map(({ key }) => key)

  expect(keys).toEqual(['*recents', 'Memory'])
})
