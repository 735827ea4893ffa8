import { expect, test } from 'vitest'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { callAs, openBrowser, signInAdmin } from './browser.ts'
import { card, focusCanvas, saveState } from './journey-canvas.ts'

const { openPage } = openBrowser()

const start = { id: 'startAgentflow_0', name: 'startAgentflow', label: 'Start' }
const reply = (place: number, label: string, directReplyMessage: string) => ({
  ...{ id: `directReplyAgentflow_${place}`, name: 'directReplyAgentflow', label },
  inputs: { directReplyMessage },
})
const condition = {
  ...{ id: 'conditionAgentflow_0', name: 'conditionAgentflow', label: 'Kind' },
  inputs: {
    conditions: [
      { type: 'string', value1: '{{ question }}', operation: 'contains', value2: 'refund', output: 'Refund' },
    ],
  },
}
const agentWith = (selectedTool: string) => ({
  ...{ id: 'agentAgentflow_0', name: 'agentAgentflow', label: 'Desk' },
  inputs: {
    ...{ agentModel: 'flowtillDemoModel', agentModelConfig: {}, agentEnableMemory: false },
    agentTools: [{ agentSelectedTool: 'customTool', agentSelectedToolConfig: { selectedTool } }],
    agentReturnResponseAs: 'assistantMessage',
  },
})

test('a run of an agent flow lights its branch, shows its tool and its rule, and is repeated with a pinned reply', async () => {
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url, '/api/v1/ping')
  const { id: toolId } = (await callAs(page, 'POST', '/tools', {
    ...{ name: 'find_refund', description: 'Finds the refund of an order by its id', color: '#888888' },
    iconSrc: '',
    schema: JSON.stringify([{ property: 'id', type: 'number', description: 'number', required: true }]),
    func: "return 'order ' + $id",
  })) as { id: string }
  const file = aControlFlow(
    [
      ...[start, agentWith(toolId), condition],
      ...[reply(0, 'Refunded', 'Refunded: {{ agentAgentflow_0 }}'), reply(1, 'Other', 'Something else.')],
    ],
    [
      ...['startAgentflow_0 -> agentAgentflow_0', 'agentAgentflow_0 -> conditionAgentflow_0'],
      ...[
        'conditionAgentflow_0:0 -> directReplyAgentflow_0',
        'conditionAgentflow_0:1 -> directReplyAgentflow_1',
      ],
    ],
  )
  const places = [0, 300, 600, 900, 900]
  const nodes = file.nodes.map((node, place) => ({
    ...node,
    position: { x: places[place] ?? 0, y: place === 4 ? 160 : 0 },
  }))
  const { id } = (await callAs(page, 'POST', '/chatflows', {
    ...{ name: 'Order desk', type: 'AGENTFLOW', flowData: JSON.stringify({ ...file, nodes }) },
  })) as SavedFlow
  const stateOf = (node: string) => card(page, node).getAttribute('data-run')
  const messages = page.getByRole('log').getByRole('article')
  const ask = async (question: string) => {
    const before = await messages.count()
    const write = page.getByRole('textbox', { name: 'Message' })
    await write.fill(question)
    await write.press('Enter')
    await expect.poll(() => messages.count()).toBe(before + 2)
    await expect.poll(() => messages.last().getAttribute('aria-busy')).toBe('false')
  }
  const balance = async () => ((await callAs(page, 'GET', '/wallets/me')) as { balance: number }).balance

  await page.goto(`${url}/agentcanvas/${id}`)
  await card(page, 'agentAgentflow_0').waitFor()
  await expect.poll(() => page.getByTestId('cost-chip').innerText()).toMatch(/≈ \$0\.\d+/)
  await page.getByTestId('chat-button').click()
  await ask('refund of the order with id 7')
  await expect.poll(() => stateOf('directReplyAgentflow_0')).toBe('done')
  expect(await stateOf('directReplyAgentflow_1')).not.toBe('done')
  await expect.poll(() => messages.last().innerText()).toContain('order 7')
  await page.getByRole('tab', { name: 'Table' }).click()
  const table = page.getByRole('table')
  for (const label of ['Desk', 'find_refund', 'Kind', 'Refunded']) {
    await table.getByText(label).first().waitFor()
  }

  // The charge is part of the run's end, which the answer may precede.
  await expect.poll(() => page.getByTestId('run-total').innerText()).not.toBe('$0.00')
  await card(page, 'agentAgentflow_0').click({ button: 'right', position: { x: 60, y: 12 } })
  await page.getByRole('menuitem', { name: 'Pin output' }).click()
  await saveState(page).toBe('saved')
  let funds = await balance()
  // The charge of the run before may still be booked: the same twice.
  await expect
    .poll(
      async () => {
        const before = funds
        funds = await balance()
        return funds === before
      },
      { interval: 700 },
    )
    .toBe(true)
  await ask('another refund')
  await expect.poll(() => messages.last().innerText()).toContain('order 7')
  await expect.poll(() => page.getByTestId('run-total').innerText()).toBe('$0.00')
  expect(await balance()).toBe(funds)

  await focusCanvas(page)
  await card(page, 'directReplyAgentflow_0').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('d')
  await expect.poll(() => card(page, 'directReplyAgentflow_0').getAttribute('data-disabled')).not.toBeNull()
  expect(complaints).toEqual([])
})
