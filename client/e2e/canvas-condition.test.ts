import { expect, test } from 'vitest'
import { openBrowser, signInAdmin } from './browser.ts'
import { add, card, draftOf, focusCanvas, request, saveState, untilStill, wires } from './journey-canvas.ts'

const { openPage } = openBrowser()

test('the condition dialog of an agent flow: rows, names, a past run, and a step added at an output', async () => {
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url, '/app/credentials')
  // Only a flow that has answered has runs, so the conditions are added to one that has.
  const example = await request<{ id: string }>(page, 'flows.createExample', {}, true)
  const { flowData } = await request<{ flowData: string }>(page, 'flows.draft', example)
  const startedFlow = { name: 'Refund desk', type: 'AGENTFLOW', flowData }
  const { id } = await request<{ id: string }>(page, 'flows.begin', startedFlow, true)
  await request(page, 'flows.publish', { id, base: 1, flowData }, true)
  await page.evaluate(
    (flowId) =>
      fetch(`/api/v1/prediction/${flowId}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ question: 'Refund for a chipped plate' }),
      }).then((response) => response.text()),
    id,
  )
  await request(
    page,
    'flows.saveDraft',
    { id, base: 2, flowData: JSON.stringify({ nodes: [], edges: [] }) },
    true,
  )
  await page.goto(`${url}/agentcanvas/${id}`)
  await focusCanvas(page)
  await page.keyboard.press('a')
  await add(page, 'condition')
  const step = card(page, 'conditionAgentflow_0')
  await step.waitFor()
  await untilStill(page)

  await step.focus()
  await page.keyboard.press('Enter')
  // The accessible name of the button contains the field's label.
  await page.getByRole('button', { name: /Edit conditions/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Condition/ })
  const cell = (column: string, row: number) => dialog.getByLabel(`${column}, row ${row}`)
  // A new condition starts with an empty row.
  await cell('Value', 1).fill('{{ question }}')
  await cell('Is', 1).selectOption('contains')
  await cell('Compared with', 1).fill('chipped')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await cell('Type', 2).selectOption('number')
  await cell('Value', 2).fill('{{ $flow.state.visits }}')
  await cell('Is', 2).selectOption('largerEqual')
  await cell('Compared with', 2).fill('3')
  // An output without a name is named by its condition.
  expect(await cell('Output on the card', 2).getAttribute('placeholder')).toBe('visits ≥ 3')
  await cell('Output on the card', 1).fill('Damaged')

  const status = dialog.getByRole('region', { name: 'Try it' }).getByRole('status')
  await dialog.getByLabel('Value of visits').fill('5')
  await expect.poll(() => status.innerText()).toBe('goes to visits ≥ 3')
  await dialog.getByRole('combobox', { name: 'Values of a past run' }).selectOption({ index: 1 })
  await expect
    .poll(() => dialog.getByLabel('Value of question').inputValue())
    .toBe('Refund for a chipped plate')
  await expect.poll(() => status.innerText()).toBe('goes to Damaged')
  await dialog.getByRole('button', { name: 'Save conditions' }).click()
  await dialog.waitFor({ state: 'detached' })

  // A dock may cover the card, so its button is pressed by key.
  await step.getByRole('button', { name: 'Add a step after Damaged' }).focus()
  await page.keyboard.press('Enter')
  await add(page, 'direct reply')
  await card(page, 'directReplyAgentflow_0').waitFor()
  await expect.poll(() => wires(page)).toHaveLength(1)
  await page.keyboard.press('Escape')
  await step.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Edit conditions/ }).click()
  await dialog.getByRole('combobox', { name: /visits ≥ 3/ }).click()
  await page.getByRole('option', { name: /Direct Reply/ }).click()
  await expect.poll(() => wires(page)).toHaveLength(2)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await saveState(page).toBe('saved')
  const { nodes, edges } = await draftOf(page)
  expect(edges).toMatchObject([
    { sourceHandle: 'conditionAgentflow_0-output-0', target: 'directReplyAgentflow_0' },
    { sourceHandle: 'conditionAgentflow_0-output-1', target: 'directReplyAgentflow_0' },
  ])
  expect(nodes.find((node) => node.id === 'conditionAgentflow_0')?.data.inputs).toMatchObject({
    conditions: [
      { value1: '{{ question }}', operation: 'contains', value2: 'chipped', output: 'Damaged' },
      { type: 'number', value1: '{{ $flow.state.visits }}', operation: 'largerEqual', value2: '3' },
    ],
  })
  expect(complaints).toEqual([])
})
