import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openCanvas } from '../testing/open-canvas.tsx'

const step = (name: string, inputs: object) => ({
  id: `${name}Agentflow_0`,
  type: 'agentFlow',
  position: { x: 0, y: 0 },
  data: {
    ...{ id: `${name}Agentflow_0`, name: `${name}Agentflow`, label: name, type: name, version: 1 },
    ...{ category: 'Agent Flows', inputParams: [], inputs, outputAnchors: [] },
  },
})

async function openStep(name: string, inputs: object) {
  const flowData = JSON.stringify({ nodes: [step('start', {}), step(name, inputs)], edges: [] })
  const canvas = await openCanvas({ flowData, type: 'AGENTFLOW' })
  fireEvent.doubleClick(await screen.findByTestId(`node-${name}Agentflow_0`))
  const { user, stored } = canvas
  const panel = within(await screen.findByRole('group', { name }))

  async function choose(field: string | RegExp, option: string, place = panel) {
    const [control] = await place.findAllByRole('combobox', { name: field })
    await user.click(control as HTMLElement)
    const [found] = await screen.findAllByRole('option', { name: new RegExp(`^${option}`, 'i') })
    await user.click(found as HTMLElement)
  }
  const inputsOf = async () => (await stored()).nodes[1].data.inputs
  return { ...canvas, panel, choose, inputsOf }
}

test('a chosen model has its form below it, stored beside the choice, and an undo brings the other one back', async () => {
  const { user, ada, panel, choose, inputsOf } = await openStep('llm', {
    llmModel: 'chatAnthropic',
    llmModelConfig: { llmModel: 'chatAnthropic', modelName: 'claude-x', temperature: 0.1 },
  })
  const key = { name: 'Shop key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-1' } }
  const { id } = (await ada.call('POST', '/credentials', key)).json<{ id: string }>()
  expect(await panel.findByRole('group', { name: 'Anthropic Claude' })).toBeDefined()

  await choose(/^Model/, 'OpenAI')
  const form = within(await panel.findByRole('group', { name: 'OpenAI' }))
  expect(screen.queryByRole('group', { name: 'Anthropic Claude' })).toBeNull()
  await choose(/Credential/, 'Shop key', form)
  fireEvent.change(form.getByRole('spinbutton', { name: 'Temperature' }), { target: { value: '0.3' } })

  await waitFor(
    async () =>
      expect(await inputsOf()).toMatchObject({
        llmModel: 'chatOpenAI',
        llmModelConfig: {
          ...{ llmModel: 'chatOpenAI', FLOWISE_CREDENTIAL_ID: id, credential: id, temperature: 0.3 },
        },
      }),
    { timeout: 20_000 },
  )
  expect((await inputsOf()).llmModelConfig).not.toHaveProperty('budgetTokens')

  screen.getByRole('application').focus()
  for (let steps = 0; steps < 3; steps += 1) {
    await user.keyboard('{Control>}z{/Control}')
  }
  expect(await panel.findByRole('group', { name: 'Anthropic Claude' })).toBeDefined()
  await waitFor(
    async () =>
      expect(await inputsOf()).toMatchObject({
        llmModel: 'chatAnthropic',
        llmModelConfig: { modelName: 'claude-x', temperature: 0.1 },
      }),
    { timeout: 20_000 },
  )
})

test('tools of an agent are configured in their rows', async () => {
  const { user, panel, choose, inputsOf } = await openStep('agent', { agentModel: '' })
  const tools = within(panel.getByRole('group', { name: 'Tools' }))
  await user.click(tools.getByRole('button', { name: 'Add item' }))
  await choose(/^Tool/, 'Arxiv', tools)
  const form = within(await tools.findByRole('group', { name: /^arxiv/i }))
  fireEvent.change(await form.findByRole('textbox', { name: /Name/ }), { target: { value: 'papers' } })

  await waitFor(
    async () =>
      expect((await inputsOf()).agentTools).toMatchObject([
        {
          agentSelectedTool: 'arxiv',
          agentSelectedToolConfig: { agentSelectedTool: 'arxiv', arxivName: 'papers' },
        },
      ]),
    { timeout: 20_000 },
  )
})

test('a key created in the form of a model is chosen there', async () => {
  const { user, panel, inputsOf } = await openStep('llm', {
    llmModel: 'chatOpenAI',
    llmModelConfig: { llmModel: 'chatOpenAI', modelName: 'gpt-5' },
  })
  const form = within(await panel.findByRole('group', { name: 'OpenAI' }))
  await user.click(form.getByRole('combobox', { name: /Credential/ }))
  await user.click(await screen.findByText('Create new…'))
  const dialog = within(await screen.findByRole('dialog', { name: 'New credential: OpenAI API' }))
  await user.type(dialog.getByLabelText(/OpenAI API Key/), 'sk-secret')
  await user.click(dialog.getByRole('button', { name: 'Add credential' }))

  await waitFor(
    async () =>
      expect((await inputsOf()).llmModelConfig).toMatchObject({
        ...{ modelName: 'gpt-5', credential: expect.stringMatching(/.{10}/) },
      }),
    { timeout: 20_000 },
  )
  expect((await inputsOf()).FLOWISE_CREDENTIAL_ID).toBeUndefined()
})
