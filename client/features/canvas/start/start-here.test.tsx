import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { startModel } from '#shared/start-model.ts'
import { answerWriting } from '../testing/answer-writing.ts'
import { card, openCanvas, saveState } from '../testing/open-canvas.tsx'

const begin = async (name = 'Start here') => within(await screen.findByRole('region', { name }))

test('a blank chat flow is a chain with a model and a memory after one click, and the chat opens', async () => {
  const { user, stored } = await openCanvas()
  const start = await begin()
  expect(await start.findByText(/^≈ \$0\.\d+ \/ message$/, {}, { timeout: 4_000 })).toBeDefined()

  await user.click(start.getByRole('button', { name: 'Add all and chat' }))

  await card(`${startModel}_0`)
  expect(screen.queryByRole('region', { name: 'Start here' })).toBeNull()
  await screen.findByText('The chat')
  await waitFor(() => expect(saveState()).toBe('saved'))
  const { nodes, edges } = await stored()
  expect(nodes).toHaveLength(3)
  expect(edges.map(({ source, target }: Record<string, string>) => [source, target])).toEqual([
    [`${startModel}_0`, 'conversationChain_0'],
    ['bufferMemory_0', 'conversationChain_0'],
  ])
  expect(screen.getByTestId('checklist-count').dataset.tone).not.toBe('blocking')

  screen.getByRole('application').focus()
  await user.keyboard('{Control>}z{/Control}')
  expect(await begin()).toBeDefined()
})

test('a template goes onto the blank canvas with its name, and those that need nothing come first', async () => {
  const { user, draft } = await openCanvas()
  const start = await begin()
  const [first] = await start.findAllByRole('listitem', {}, { timeout: 4_000 })
  expect(start.getAllByRole('listitem')).toHaveLength(3)
  const name = first?.querySelector('strong')?.textContent

  await user.click(within(first as HTMLElement).getByRole('button'))

  await waitFor(async () => expect((await draft()).name).toBe(name), { timeout: 4_000 })
  expect(screen.queryByRole('region', { name: 'Start here' })).toBeNull()
})

test('a description becomes a chain with the instruction a model has written', async () => {
  const writing = answerWriting({ data: { content: 'You greet everybody.', costMicro: 120 } })
  writing.letGo()
  const { user, stored } = await openCanvas({ around: writing.around })
  const start = await begin()

  await start.findByRole('button', { name: /^Draw it, ≈ \$0\.\d+$/ }, { timeout: 4_000 })
  await user.click(start.getByRole('textbox', { name: 'Describe it' }))
  const draw = await waitFor(() => {
    const button = start.getByRole('button', { name: /^Draw it, ≈ \$0\.\d+$/ })
    expect(document.activeElement?.getAttribute('maxlength')).toBe('4000')
    return button
  })
  await user.click(draw)
  expect(start.getByText('Describe what the bot should do.')).toBeDefined()
  await user.type(start.getByRole('textbox', { name: 'Describe it' }), 'Greets everybody')
  await user.click(draw)

  await card(`${startModel}_0`)
  await waitFor(async () => expect((await stored()).nodes).toHaveLength(3), { timeout: 4_000 })
  const [chain] = (await stored()).nodes
  expect(chain.data.inputs.systemMessagePrompt).toBe('You greet everybody.')
})

test('the picture of a blank agent flow names its nodes and draws their icons; without templates there is no list', async () => {
  await openCanvas({ type: 'AGENTFLOW', language: 'tr' })
  const start = await screen.findByRole('region', { name: 'Buradan başlayın' })

  const cards = [...start.querySelectorAll('.start-card')]
  expect(cards.map(({ textContent }) => textContent)).toEqual(['Başlangıç', 'Ajan'])
  expect(cards.map((each) => each.querySelector('.node-icon svg')?.getAttribute('class'))).toEqual([
    expect.stringContaining('lucide-circle-play'),
    expect.stringContaining('lucide-bot'),
  ])
  await waitFor(() => expect(start.querySelector('.start-templates')).toBeNull(), { timeout: 4_000 })
})

test('`?start=describe` begins in the description', async () => {
  history.replaceState(null, '', '/canvas?start=describe')
  onTestFinished(() => history.replaceState(null, '', '/'))
  await openCanvas()

  await waitFor(() => expect(document.activeElement?.getAttribute('placeholder')).toMatch(/^A bot for our/))
})

test('a blank agent flow gets an agent behind its start', async () => {
  const { user, stored } = await openCanvas({ type: 'AGENTFLOW' })
  const start = await begin()

  await user.click(start.getByRole('button', { name: 'Add an agent' }))

  await card('agentAgentflow_0')
  await waitFor(async () => expect((await stored()).edges).toHaveLength(1), { timeout: 4_000 })
  expect((await stored()).edges[0]).toMatchObject({ source: 'startAgentflow_0', target: 'agentAgentflow_0' })
  expect(screen.queryByRole('region', { name: 'Start here' })).toBeNull()
})
