import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { referenceTo } from '#shared/flow-file.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, callTrpc, openBrowser, registerOnScreen } from './browser.ts'

const { openPage } = openBrowser()

const csv = 'input,output\nWhat is 2 + 3?,5\nWhat is 4 * 5?,20\n'

test('a run tells what other models cost and score, and one click puts one of them into the draft', async () => {
  const { page, url, complaints } = await openPage(still)
  await registerOnScreen(page, url)
  const { id: credential } = (await callAs(page, 'POST', '/credentials', {
    ...{ name: 'My OpenAI', credentialName: 'openAIApi' },
    plainDataObj: { openAIApiKey: 'sandbox-mine', basePath: `${url}/sandbox/openai/v1` },
  })) as { id: string }
  const file = buildFlow([
    { name: 'chatOpenAI', inputs: { modelName: 'gpt-4o' }, credential },
    { name: 'bufferMemory' },
    {
      name: 'conversationChain',
      inputs: { model: referenceTo('chatOpenAI_0'), memory: referenceTo('bufferMemory_0') },
    },
  ])
  const body = { name: 'Shop', type: 'CHATFLOW', flowData: JSON.stringify(file) }
  const { id: flowId } = (await callAs(page, 'POST', '/chatflows', body)) as SavedFlow
  const set = (await callTrpc(page, 'datasets.create', { name: 'Sums', flowId, csv }, true)) as { id: string }
  const other = (model: string) => ({ kind: 'draft', model: { nodeId: 'chatOpenAI_0', model } })
  const targets = [{ kind: 'published' }, other('gpt-4o-mini'), other('gpt-4.1-nano')]
  const check = { name: 'Contains', config: { kind: 'contains' } }
  const { id: evaluatorId } = (await callTrpc(page, 'evaluators.add', check, true)) as { id: string }
  const run = { flowId, datasetId: set.id, targets, evaluatorIds: [evaluatorId] }
  const { id } = (await callTrpc(page, 'evaluations.start', run, true)) as { id: string }

  await page.goto(`${url}/app/evaluations/${flowId}/runs/${id}`)
  await page.getByRole('button', { name: 'Use gpt-4.1-nano…' }).waitFor()
  const violations = await violationsInBothSchemes(page, 'cost coach', { isStrict: true })
  await page.getByRole('button', { name: 'Use gpt-4o-mini…' }).click()
  await page.getByRole('button', { name: 'Switch model' }).click()
  await page.getByText('The draft uses gpt-4o-mini').waitFor()
  await page.waitForURL(`**/canvas/${flowId}`)

  const { flowData } = (await callTrpc(page, 'flows.draft', { id: flowId })) as { flowData: string }
  expect(flowData).toContain('"modelName":"gpt-4o-mini"')
  const live = (await callAs(page, 'GET', `/chatflows/${flowId}`)) as SavedFlow
  expect(live.flowData).toContain('"modelName":"gpt-4o"')
  expect(violations).toEqual([])
  expect(complaints).toEqual([])
})
