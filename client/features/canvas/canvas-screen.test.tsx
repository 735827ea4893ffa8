import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { card, openCanvas, saveState } from './testing/open-canvas.tsx'
import { readFlow } from './testing/read-flow.ts'

const flowData = readFlow('conversation')
function spoil(body: string) {
  const answer = JSON.parse(body)
  answer.result.data.flowData = '{"nodes":1}'
  return new Response(JSON.stringify(answer))
}

describe('opening a flow', () => {
  test('shows its cards with their links', async () => {
    await openCanvas({ flowData })

    const chain = within(await card('conversationChain_0'))
    expect(chain.getByText('Our model')).toBeDefined()
    expect(chain.getByText('Buffer Memory')).toBeDefined()
    expect(saveState()).toBe('saved')
    expect(document.title).toBe('Returns desk · Flowtill')
  })

  test('reports stored data that is not a flow', async () => {
    await openCanvas({
      flowData,
      around: async (answer, path) =>
        path.includes('flows.draft') ? spoil(await (await answer()).text()) : answer(),
    })

    expect(await screen.findByText('The saved data is not a valid flow')).toBeDefined()
  })
})

describe('a new flow', () => {
  test('is built from the palette with the keyboard and saved under its own address', async () => {
    const { user, list } = await openCanvas()
    const search = screen.getByRole('combobox', { name: 'Search nodes, tags, models' })

    await user.type(search, 'buffer memory{Enter}')
    await card('bufferMemory_0')
    expect(saveState()).toBe('dirty')
    expect(document.title).toBe('• Untitled chatflow · Flowtill')
    await user.keyboard('{Control>}s{/Control}')
    const naming = await screen.findByRole('dialog', { name: 'Name this flow' })
    expect(within(naming).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(
      'Untitled chatflow',
    )
    await user.keyboard('Shop desk{Enter}')

    await screen.findByText('Draft saved.', { exact: false })
    await waitFor(() => expect(saveState()).toBe('saved'))
    const [flow] = await list()
    expect(flow?.name).toBe('Shop desk')
    expect(JSON.parse(flow?.flowData ?? '').nodes).toMatchObject([
      { id: 'bufferMemory_0', type: 'customNode', data: { inputs: { memoryKey: 'chat_history' } } },
    ])
    expect(await card('bufferMemory_0')).toBeDefined()
  })

  test('asks for a name once on publishing, and answers as v1', async () => {
    const { user, list, versions } = await openCanvas()
    const search = screen.getByRole('combobox', { name: 'Search nodes, tags, models' })
    await user.type(search, 'buffer memory{Enter}')
    await card('bufferMemory_0')
    await waitFor(() => expect(saveState()).toBe('saved'), { timeout: 4_000 })

    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await user.click(await screen.findByRole('button', { name: 'Publish anyway' }))
    await screen.findByRole('dialog', { name: 'Name this flow' })
    await user.keyboard('{Escape}')
    expect((await versions()).length).toBe(0)

    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await user.click(await screen.findByRole('button', { name: 'Publish anyway' }))
    await screen.findByRole('dialog', { name: 'Name this flow' })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByTestId('version-button').textContent).toContain('v1 live'))
    expect((await list())[0]?.name).toBe('Untitled chatflow')

    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText('No changes since v1.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each(['CHATFLOW', 'AGENTFLOW'] as const)(
    'of type %s stores nothing until something is added',
    async (type) => {
      const { user, ada } = await openCanvas({ type })
      screen.getByRole('application').focus()
      await user.keyboard('{Control>}s{/Control}')
      await waitFor(() => expect(screen.getAllByText('Nothing to save yet').length).toBeGreaterThan(1))

      for (const path of ['/chatflows', '/chatflows?type=AGENTFLOW']) {
        expect((await ada.call('GET', path)).json()).toEqual([])
      }
    },
  )

  test('has no chat, and shows the reason', async () => {
    const { user } = await openCanvas()

    await user.click(screen.getByRole('button', { name: 'Chat: Add nodes first' }))

    expect(screen.queryByText('The chat')).toBeNull()
  })
})

describe('editing', () => {
  test('a number accepts a decimal comma and is saved with a dot', async () => {
    const { user, stored } = await openCanvas({ flowData })
    const field = within(await card('chatOpenAI_0')).getByRole('spinbutton', { name: 'Temperature' })

    await user.clear(field)
    await user.type(field, '0,7')
    await user.keyboard('{Control>}s{/Control}')

    await waitFor(() => expect(saveState()).toBe('saved'))
    expect((await stored()).nodes[0].data.inputs).toMatchObject({ temperature: 0.7, imageResolution: 'low' })
  })

  test('canvas shortcuts are ignored while the user types', async () => {
    const { user } = await openCanvas({ flowData })
    const memory = await card('bufferMemory_0')
    fireEvent.click(memory)
    const field = within(await card('chatOpenAI_0')).getByRole('spinbutton', { name: 'Temperature' })

    await user.click(field)
    await user.keyboard('{Backspace}{Delete}na?')

    expect(screen.getAllByTestId(/^node-/)).toHaveLength(3)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a selected card is deleted with a key and restored with its links', async () => {
    const { user } = await openCanvas({ flowData })
    const model = await card('chatOpenAI_0')
    fireEvent.click(model)

    model.focus()
    await user.keyboard('{Delete}')
    expect(screen.queryByTestId('node-chatOpenAI_0')).toBeNull()
    expect(
      within(await card('conversationChain_0')).getByRole('button', { name: 'Connect Chat Model' }),
    ).toBeDefined()
    await user.keyboard('{Control>}z{/Control}')

    expect(await card('chatOpenAI_0')).toBeDefined()
    expect(within(await card('conversationChain_0')).getByText('Our model')).toBeDefined()
    expect(saveState()).toBe('saved')
  })

  test('a card is renamed in place, never to an empty name', async () => {
    const { user } = await openCanvas({ flowData })
    const memory = await card('bufferMemory_0')
    fireEvent.click(memory)
    memory.focus()

    await user.keyboard('{F2}{Control>}a{/Control}{Delete}{Enter}')
    expect(within(memory).getByText('Buffer Memory', { selector: 'strong' })).toBeDefined()
    await user.keyboard('{F2}')
    await user.clear(screen.getByLabelText('Node name'))
    await user.type(screen.getByLabelText('Node name'), 'Last turns{Enter}')

    expect(within(memory).getByText('Last turns')).toBeDefined()
    expect(within(await card('conversationChain_0')).getByText('Last turns')).toBeDefined()
  })

  test('a port is linked by selecting it and then another, and shows the reason if they are incompatible', async () => {
    const { user } = await openCanvas({ flowData })
    const chain = within(await card('conversationChain_0'))
    await user.click(chain.getByRole('button', { name: 'Disconnect Buffer Memory' }))

    await user.click(
      within(await card('bufferMemory_0')).getByRole('button', { name: 'Memory output of Buffer Memory' }),
    )
    await user.click(chain.getByRole('button', { name: /^Chat Prompt Template, input/ }))
    expect(await screen.findByText('Needs Prompt, got Memory')).toBeDefined()
    await user.click(
      within(await card('bufferMemory_0')).getByRole('button', { name: 'Memory output of Buffer Memory' }),
    )
    await user.click(chain.getByRole('button', { name: /^Memory, input/ }))

    expect(chain.getByText('Buffer Memory')).toBeDefined()
  })

  test('a list of fitting targets opens with one key', async () => {
    const { user } = await openCanvas({ flowData })
    const chain = within(await card('conversationChain_0'))
    await user.click(chain.getByRole('button', { name: 'Disconnect Our model' }))
    const model = await card('chatOpenAI_0')
    fireEvent.click(model)
    model.focus()

    await user.keyboard('c')
    const targets = within(screen.getByRole('listbox', { name: 'Connect to…' }))
    await user.click(targets.getByRole('option', { name: /Conversation Chain/ }))

    expect(chain.getByText('Our model')).toBeDefined()
  })
})

describe('problems', () => {
  test('are counted, shown with the server messages, and link to their field', async () => {
    const { user } = await openCanvas({ flowData })
    await card('chatOpenAI_0')

    await user.click(screen.getByRole('button', { name: /^Checklist: \d+ issues?$/ }))
    const list = within(await screen.findByTestId('checklist'))
    await user.click(await list.findByRole('button', { name: /OpenAI API credential/ }))

    const field = within(await card('chatOpenAI_0')).getByRole('combobox', { name: 'Credential' })
    await waitFor(() => expect(document.activeElement).toBe(field))
  })
})

test('a locked canvas protects cards and links from accidental changes', async () => {
  const { user } = await openCanvas({ flowData })
  const model = await card('chatOpenAI_0')
  fireEvent.click(model)
  const lock = screen.getByRole('button', { name: /^Lock the canvas/ })

  await user.click(lock)
  expect(lock.getAttribute('aria-pressed')).toBe('true')
  model.focus()
  await user.keyboard('{Delete}{ArrowRight}')
  expect(screen.getAllByTestId(/^node-/)).toHaveLength(3)
  expect(screen.getByRole('button', { name: 'Nothing to undo' })).toBeDefined()

  await user.click(lock)
  model.focus()
  await user.keyboard('{Delete}')
  expect(screen.getAllByTestId(/^node-/)).toHaveLength(2)
})

test('an unknown kind of node is retained with a notice', async () => {
  const { stored, user } = await openCanvas({ flowData: readFlow('strange') })

  const unknown = within(await card('timeMachine_0'))
  expect(unknown.getByText('Missing node type')).toBeDefined()
  expect(unknown.getByText('{ "from": 1923 }', { exact: false })).toBeDefined()
  await user.type(
    screen.getByRole('combobox', { name: 'Search nodes, tags, models' }),
    'buffer memory{Enter}',
  )
  await user.keyboard('{Control>}s{/Control}')

  await waitFor(() => expect(saveState()).toBe('saved'))
  expect((await stored()).nodes[0].data).toMatchObject({
    tomorrow: { kept: [1, 2, 3] },
    inputs: { year: { from: 1923 } },
  })
})

test('is translated into Turkish', async () => {
  await openCanvas({ flowData, language: 'tr' })

  expect(await screen.findByRole('button', { name: 'Yayımla' })).toBeDefined()
  const field = within(await card('chatOpenAI_0')).getByRole<HTMLInputElement>('spinbutton', {
    name: 'Sıcaklık',
  })
  expect(field.value).toBe('0,4')
  expect(within(await card('conversationChain_0')).getByText('Sohbet modeli')).toBeDefined()
})

test('a node added in Turkish is stored as in English', async () => {
  const { user, stored } = await openCanvas({ flowData, language: 'tr', hasRows: true })

  await user.type(screen.getByRole('combobox', { name: /^Düğüm, etiket/ }), 'hesap{Enter}')
  const added = await card('calculator_0')
  expect(within(added).getAllByText('Hesap makinesi').length).toBeGreaterThan(0)
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(async () =>
    expect(
      (await stored()).nodes.find(({ id }: { id: string }) => id === 'calculator_0')?.data,
    ).toMatchObject({ label: 'Calculator', category: 'Tools' }),
  )
})
