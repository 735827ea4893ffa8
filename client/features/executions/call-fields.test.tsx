import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { openExecutions } from '#server/features/executions/testing/open-executions.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'

const agent = {
  ...{ id: 'agent', name: 'agentAgentflow', label: 'Agent' },
  inputs: {
    ...{ agentModel: 'flowtillDemoModel', agentModelConfig: {}, agentEnableMemory: false },
    agentTools: [
      {
        agentSelectedTool: 'calculator',
        agentSelectedToolConfig: {},
        agentSelectedToolRequiresHumanInput: true,
      },
    ],
    agentReturnResponseAs: 'assistantMessage',
  },
}
const flow = aControlFlow([{ id: 'start', name: 'startAgentflow' }, agent], ['start -> agent'])

test('an argument of a proposed call is changed, reset, and approved with its change', async () => {
  const { ask, ada, app, services } = await openExecutions(flow)
  const { executionId } = await ask('What is 6 times 7?')
  const list = await renderApp('/app/executions', { app, session: ada })
  expect(await screen.findByText(/^Allow calculator\?/, undefined, { timeout: 15_000 })).toBeDefined()
  list.unmount()
  const { user } = await renderApp('/app/executions?tab=waiting', { app, session: ada })
  const call = await screen.findByRole('group', { name: 'calculator' }, { timeout: 15_000 })
  const input = within(call).getByLabelText(/^input/)
  const proposed = (input as HTMLTextAreaElement).value

  await user.clear(input)
  await user.type(input, '6*8')
  expect(screen.getByRole('button', { name: 'Approve with 1 change' })).toBeDefined()
  await user.click(within(call).getByRole('button', { name: 'Reset input' }))
  expect((input as HTMLTextAreaElement).value).toBe(proposed)
  expect(screen.getByRole('button', { name: 'Approve' })).toBeDefined()
  await user.clear(input)
  await user.type(input, '6*8')
  await user.click(screen.getByRole('button', { name: 'Approve with 1 change' }))

  expect(await screen.findByText('Answer sent. The execution continues.')).toBeDefined()
  await expect.poll(async () => (await services.runs.get(ada.user.id, executionId)).state).toBe('finished')
  const { visits } = await services.executions.detail(ada.user.id, executionId)
  expect(JSON.stringify(visits)).toContain('48')
})
