import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import { referenceTo } from '#shared/flow-file.ts'
import type { SavedFlow } from '#shared/flows.ts'

const flowData = JSON.stringify(
  buildFlow([
    { name: 'flowtillDemoModel', label: 'Model' },
    { name: 'bufferMemory', label: 'Memory' },
    {
      name: 'conversationChain',
      label: 'Chain',
      inputs: { model: referenceTo('flowtillDemoModel_0'), memory: referenceTo('bufferMemory_0') },
    },
  ]),
)
const opened = (...names: string[]) =>
  names.map((name) => ({ name, label: name, type: 'string', enabled: true }))
const apiConfig = JSON.stringify({
  overrideConfig: {
    status: true,
    nodes: {
      Model: opened('temperature', 'maxTokens', 'topP', 'streaming'),
      Memory: opened('sessionId', 'memoryKey'),
      Chain: opened('systemMessagePrompt'),
    },
    variables: [],
  },
})

async function openShare({ as = 'root', isDraft = false }: { as?: 'root' | 'ada'; isDraft?: boolean } = {}) {
  const { app, signUp } = await createTestApp({ listen: true })
  const people = { root: await signUp('root'), ada: await signUp('ada') }
  const person = people[as]
  const keys: Record<string, ApiKey> = {}
  for (const permission of ['flows:ask', 'chatflows:view']) {
    const body = { keyName: permission, permissions: [permission] }
    const list = (await people.root.call('POST', '/apikey', body)).json<ApiKey[]>()
    keys[permission] = list.find(({ apiKey }) => !apiKey.includes('…')) as ApiKey
  }
  const start = { url: '/trpc/flows.begin', headers: person.headers, payload: { name: 'Desk', flowData } }
  const id: string = isDraft
    ? (await app.inject({ method: 'POST', ...start })).json().result.data.id
    : (
        await person.call('POST', '/chatflows', { name: 'Desk', type: 'CHATFLOW', flowData, apiConfig })
      ).json<SavedFlow>().id
  const flow = async () => (await person.call('GET', `/chatflows/${id}`)).json<SavedFlow>()
  const view = await renderApp(`/app/chatflows?share=${id}`, { app, session: person })
  const dialog = await screen.findByRole('dialog', { name: 'Share / API' }, { timeout: 20_000 })
  return { ...view, dialog: within(dialog), flow, keys, id }
}

test('the dialog opens from its URL, once; the code changes with its controls and never has more than four fields', async () => {
  const { user, dialog, id } = await openShare()
  const code = await dialog.findByRole('region', { name: 'cURL code' })
  expect(address()).toBe('/app/chatflows')
  expect(code.textContent).toContain(`${location.origin}/api/v1/prediction/${id}`)
  expect(code.textContent).not.toContain('Authorization')

  await user.click(dialog.getByRole('switch', { name: 'Keep a session' }))
  await user.click(dialog.getByRole('checkbox', { name: 'systemMessagePrompt' }))
  expect(code.textContent).toContain('"sessionId": "visitor-42"')
  expect(code.textContent).toContain('"systemMessagePrompt": "example"')
  await user.clear(dialog.getByLabelText('Value of systemMessagePrompt'))
  await user.type(dialog.getByLabelText('Value of systemMessagePrompt'), 'Be kind.')
  expect(code.textContent).toContain('"systemMessagePrompt": "Be kind."')

  const others = dialog.getAllByRole('checkbox').filter((box) => !(box as HTMLInputElement).checked)
  await user.click(others[0] as HTMLElement)
  expect(dialog.getByText('A snippet has at most 4 fields.')).toBeDefined()
  expect(others.slice(1).every((box) => (box as HTMLInputElement).disabled)).toBe(true)

  await user.click(dialog.getByRole('tab', { name: 'Python' }))
  expect(dialog.getByRole('region', { name: 'Python code' }).textContent).toContain('requests.post(')
  await user.click(dialog.getByRole('button', { name: /^All \d+ fields$/ }))
  const table = await screen.findByRole('dialog', { name: /^All \d+ fields$/ })
  await user.click(within(table).getByRole('button', { name: 'Copy systemMessagePrompt' }))
  expect(await navigator.clipboard.readText()).toBe('systemMessagePrompt')
})

test('a key with flows:ask is bound when selected, and stays a placeholder in the code', async () => {
  const { user, dialog, flow, keys } = await openShare()

  await user.click(await dialog.findByRole('combobox', { name: 'Who can call' }))
  expect(screen.queryByRole('option', { name: /chatflows:view/ })).toBeNull()
  await user.click(screen.getByRole('option', { name: /flows:ask/ }))

  await waitFor(async () => expect((await flow()).apikeyid).toBe(keys['flows:ask']?.id))
  await waitFor(() =>
    expect(dialog.getByRole('region', { name: 'cURL code' }).textContent).toContain('Bearer YOUR_API_KEY'),
  )
  expect(document.body.innerHTML).not.toContain(keys['flows:ask']?.apiKey)
  await user.click(dialog.getByRole('combobox', { name: 'Who can call' }))
  await user.click(screen.getByRole('option', { name: 'No authorization' }))
  await waitFor(async () => expect((await flow()).apikeyid).toBeNull())
})

test('a flow that was never published is published first', async () => {
  const { user, dialog } = await openShare({ isDraft: true })

  expect(await dialog.findByText('Publish first')).toBeDefined()
  expect(dialog.queryByRole('region', { name: 'cURL code' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Publish' }))

  expect(await dialog.findByText(/^v\d+ published$/)).toBeDefined()
  expect(await dialog.findByRole('region', { name: 'cURL code' })).toBeDefined()
})

test('a user without keys reads who can call the flow', async () => {
  const { dialog } = await openShare({ as: 'ada' })

  expect(await dialog.findByText(/^Private: only you can call it\./)).toBeDefined()
  expect(dialog.queryByRole('combobox')).toBeNull()
})
