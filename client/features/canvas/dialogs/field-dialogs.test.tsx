import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { writeInto, writeOver } from '../testing/write-into.ts'

const variable = { name: 'school', type: 'static', value: 'Evi' } as const

const editors = readFileSync(join(import.meta.dirname, '../testing/editors.json'), 'utf8')

async function openNode(id: string) {
  const canvas = await openCanvas({ flowData: editors })
  await canvas.ada.call('POST', '/variables', variable)
  fireEvent.click(await card(id))
  fireEvent.keyDown(await card(id), { key: 'i' })
  const panel = within(await screen.findByRole('complementary', { name: 'Side panel' }))
  await panel.findByRole('button', { name: 'Rename' })
  return { ...canvas, panel }
}

/** The agent flow's language model step, with one message. */
async function openModelStep() {
  const id = 'llmAgentflow_0'
  const inputs = { llmMessages: [{ role: 'user', content: 'Hello' }] }
  const data = { id, name: 'llmAgentflow', label: 'Teacher', type: 'LLM', inputs, outputAnchors: [] }
  const node = { id, type: 'agentFlow', position: { x: 0, y: 0 }, data }
  const flowData = JSON.stringify({ nodes: [node], edges: [] })
  const canvas = await openCanvas({ type: 'AGENTFLOW', flowData })
  fireEvent.doubleClick(await card(id))
  return { ...canvas, panel: within(await screen.findByRole('complementary', { name: 'Side panel' })) }
}

type Opened = Pick<Awaited<ReturnType<typeof openNode>>, 'user' | 'panel'>

async function openMore({ user, panel }: Opened) {
  await user.click(await panel.findByRole('button', { name: /^More settings/, expanded: false }))
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('the editor for long texts', () => {
  async function openText() {
    const opened = await openNode('seqLLMNode_0')
    await opened.user.click(
      await opened.panel.findByRole('button', { name: 'Open System Prompt in a larger editor' }),
    )
    return { ...opened, text: await dialog('System Prompt') }
  }

  test('applies the text as one undo step', async () => {
    const { user, text, panel } = await openText()
    await writeInto('System Prompt', ' Be brief.', screen.getByRole('dialog'))

    await user.click(text.getByRole('button', { name: 'Apply' }))

    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByRole('button', { name: 'Undo: change “System Prompt”' })).toBeDefined()
    expect(panel.getByLabelText<HTMLTextAreaElement>('System Prompt').value).toMatch(/ Be brief\.$/)
  })

  test('counts tokens, and asks for confirmation before discarding changes', async () => {
    const { user, text } = await openText()
    expect(text.getByText(/^11 tokens/)).toBeDefined()
    await writeOver('System Prompt', 'Something else', screen.getByRole('dialog'))

    await user.click(text.getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('Discard your changes?')).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Cancel' }))

    expect(await screen.findByRole('dialog', { name: 'System Prompt' })).toBeDefined()
  })

  test('inserts a filtered variable, and previews the text', async () => {
    const { user, text } = await openText()
    await text.findByRole('option', { name: /\$vars\.school/ })

    await user.type(text.getByRole('searchbox', { name: 'Filter variables' }), 'scho{Enter}')
    await user.click(text.getByRole('tab', { name: 'Preview' }))

    expect(await text.findByText(/^EviMark the essay of {name}/)).toBeDefined()
  })

  test('offers only upstream variables', async () => {
    const { text } = await openText()
    const upstream = within(await text.findByRole('group', { name: 'Upstream nodes' }))

    expect(upstream.getAllByRole('option').map(({ title }) => title)).toEqual([
      'seqCondition_0.data.instance',
      'seqAgent_0.data.instance',
    ])
  })
})

test('a text in a row opens in the large editor, and is written back into its row', async () => {
  const { user, panel } = await openModelStep()
  await user.click(await panel.findByRole('button', { name: 'Open Content in a larger editor' }))
  await writeOver('Content', 'New words', await screen.findByRole('dialog', { name: 'Content' }))

  await user.click((await dialog('Content')).getByRole('button', { name: 'Apply' }))

  expect(panel.getByLabelText<HTMLTextAreaElement>('Content').value).toBe('New words')
  expect(panel.getByLabelText('Role').textContent).toContain('User')
})

test('variables in a text are chips, and unresolved ones are named', async () => {
  const { user, panel } = await openNode('seqLLMNode_0')

  expect(await panel.findByText('No node before this one provides $flow.state.eta.')).toBeDefined()
  await user.click(panel.getByRole('button', { name: 'Show where Writer comes from' }))

  expect(await panel.findByText(/ · v1 · seqAgent_0$/)).toBeDefined()
})

test('two braces in a text offer variables; the selected one replaces them', async () => {
  const { user, panel } = await openNode('seqLLMNode_0')
  const text = await panel.findByLabelText<HTMLTextAreaElement>('System Prompt')
  await user.click(text)
  await user.clear(text)

  await user.type(text, 'To {{{{')
  const picker = within(await screen.findByRole('dialog', { name: 'Insert a variable' }))
  await user.type(picker.getByRole('searchbox'), 'history{Enter}')

  await waitFor(() => expect(text.value).toBe('To {{chat_history}}'))
})

test('tabs retain their text', async () => {
  const opened = await openNode('seqLLMNode_0')
  const { user, panel } = opened
  await openMore(opened)
  expect(await panel.findByDisplayValue('mark')).toBeDefined()

  await user.click(panel.getByRole('radio', { name: 'Update State (Code)' }))
  await writeOver('Update State (Code)', 'return 1')
  await user.click(panel.getByRole('radio', { name: 'Update State (Table)' }))

  expect(panel.getByDisplayValue('mark')).toBeDefined()
  await user.click(panel.getByRole('radio', { name: 'Update State (Code)' }))
  const code = await panel.findByRole('textbox', { name: 'Update State (Code)' })
  expect(code.textContent).toBe('return 1')
})

test('missing and unused prompt values are reported and fixed', async () => {
  const opened = await openNode('seqLLMNode_0')
  const { user, panel } = opened
  await openMore(opened)
  await user.click(await panel.findByRole('button', { name: 'Open Format Prompt Values in a larger editor' }))
  const values = await dialog('Format Prompt Values')

  expect(values.getByText('1 value is missing')).toBeDefined()
  await user.click(values.getByRole('button', { name: 'Remove the value of old' }))
  await user.selectOptions(values.getByLabelText('Choose a variable for name'), '{{question}}')
  await user.click(values.getByRole('button', { name: 'Apply' }))

  await waitFor(() =>
    expect(panel.getByRole('textbox', { name: 'Format Prompt Values' }).textContent).toContain(
      '"name": "{{question}}"',
    ),
  )
})

describe('the condition dialog', () => {
  async function openCondition() {
    const opened = await openNode('seqCondition_0')
    await opened.user.click(await opened.panel.findByText('Edit condition (2 outputs)'))
    return { ...opened, condition: await dialog('Edit condition') }
  }

  test('a renamed output retains its link', async () => {
    const { user, panel, condition } = await openCondition()
    const name = condition.getByLabelText('Output name, row 1')
    await user.clear(name)
    await user.type(name, 'Marking{Enter}')
    expect(await condition.findByText(/Grading was renamed to Marking/)).toBeDefined()

    await user.click(condition.getByRole('button', { name: 'Save' }))

    expect(screen.queryByRole('dialog')).toBeNull()
    expect(panel.getByText('Marking')).toBeDefined()
    expect(panel.getByText('Teacher')).toBeDefined()
  })

  test('names missing values in the specified wording', async () => {
    const { user, condition } = await openCondition()
    await user.click(condition.getByRole('button', { name: 'Add item' }))

    await user.click(condition.getByRole('button', { name: 'Save' }))
    expect(condition.getByRole('alert').textContent).toBe(
      'Please specify a Variable. Try connecting Condition node to a previous node and select the variable',
    )
    await user.type(condition.getByLabelText('Variable, row 2'), '$flow.input{Enter}')
    expect(condition.getByRole('alert').textContent).toBe('Please specify an Output Name')
    await user.type(condition.getByLabelText('Output name, row 2'), 'Other{Enter}')
    expect(condition.getByRole('alert').textContent).toBe('Please select an operation for the condition')
    await user.selectOptions(condition.getByLabelText('Operation, row 2'), 'Is Empty')

    expect(condition.queryByRole('alert')).toBeNull()
  })

  test('reports a missing item, and a missing return statement', async () => {
    const { user, condition } = await openCondition()
    await user.click(condition.getByRole('button', { name: 'Remove row 1' }))
    await user.click(condition.getByRole('button', { name: 'Save' }))
    expect(condition.getByRole('alert').textContent).toBe('Please add an item for the condition')

    await user.click(condition.getByRole('tab', { name: 'Code' }))
    await user.click(condition.getByRole('button', { name: 'Save' }))

    expect(condition.getByRole('alert').textContent).toBe(
      'Please add a return statement in the condition code to define the output. You can refer to How to Use for more information.',
    )
  })

  test('lists the links that saving removes, then removes them', async () => {
    const { user, panel, condition } = await openCondition()
    await user.click(condition.getByRole('tab', { name: 'Code' }))
    await user.click(condition.getByRole('button', { name: 'See example' }))
    expect(await condition.findByText('1 link will be removed.')).toBeDefined()
    expect(condition.getByText(/The output Grading no longer exists; it led to Teacher/)).toBeDefined()

    await user.click(condition.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(panel.queryByText('Teacher')).toBeNull())
    expect(await panel.findByText('Edit condition (2 outputs)')).toBeDefined()
  })

  test('tests the table with custom values', async () => {
    const { user, condition } = await openCondition()
    expect(condition.getByRole('status', { name: '' }).textContent).toBe('Goes to End')

    const count = condition.getByLabelText('Message count')
    await user.clear(count)
    await user.type(count, '7')

    expect(condition.getByText('Goes to', { exact: false }).textContent).toBe('Goes to Grading')
  })
})

test('the conditions of a step are edited in the same dialog: help, a table or code, Try it, footer', async () => {
  const rows = [{ type: 'string', value1: '{{ question }}', operation: 'contains', value2: 'refund' }]
  const id = 'conditionAgentflow_0'
  const data = {
    id,
    name: 'conditionAgentflow',
    label: 'Refund or not',
    type: 'Condition',
    inputParams: [{ id: 'conditions', name: 'conditions', label: 'Conditions', type: 'array' }],
    inputs: { conditions: JSON.stringify(rows) },
    outputAnchors: [],
  }
  const node = { id, type: 'agentFlow', position: { x: 0, y: 0 }, data }
  const { user } = await openCanvas({
    type: 'AGENTFLOW',
    flowData: JSON.stringify({ nodes: [node], edges: [] }),
  })
  fireEvent.doubleClick(await card(id))
  await user.click(await screen.findByText(/^Edit conditions/))
  const frame = await dialog('Refund or not')

  await user.click(frame.getByRole('button', { name: 'How to Use', expanded: false }))
  expect(frame.getByText(/^If no row holds/)).toBeDefined()
  const tryIt = within(frame.getByRole('region', { name: 'Try it' }))
  await user.type(tryIt.getByLabelText('Value of question'), 'a refund')
  expect(tryIt.getByRole('status').textContent).toMatch(/^goes to question contains/)
  await user.clear(frame.getByLabelText('Compared with, row 1'))
  await user.click(frame.getByRole('button', { name: 'Save conditions' }))
  expect(frame.getByRole('alert').textContent).toBe('Fill in row 1.')
  await user.type(frame.getByLabelText('Compared with, row 1'), 'money')
  expect(frame.queryByRole('alert')).toBeNull()
  await user.click(frame.getByRole('tab', { name: 'Code' }))
  await user.click(frame.getByRole('button', { name: 'Save conditions' }))

  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.doubleClick(await card(id))
  await user.click(await screen.findByText(/^Edit conditions/))
  expect((await dialog('Refund or not')).getByDisplayValue('money')).toBeDefined()
})
