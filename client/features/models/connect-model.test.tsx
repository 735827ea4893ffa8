import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { openModelStub, RIGHT_KEY } from '#server/testing/model-stub.ts'
import { createTestApp } from '#server/testing/test-app.ts'

async function openShell({
  as = 'root',
  language = 'en',
}: {
  as?: 'root' | 'ada'
  language?: 'en' | 'tr'
} = {}) {
  const stub = await openModelStub({ models: ['gpt-5-mini', 'gpt-4o'] })
  const ollama = await openModelStub({ protocol: 'ollama', models: ['llama3.2'] })
  onTestFinished(() => {
    stub.close()
    ollama.close()
  })
  const world = await createTestApp({
    listen: true,
    env: {
      OPENAI_API_KEY: RIGHT_KEY,
      LOCAL_MODEL_PORTS: `ollama:${ollama.port},lmstudio:9,llamacpp:9`,
      OUTGOING_ALLOW: stub.host,
    },
    through: (fetch) => (input, init) =>
      fetch(String(input).replace('https://api.openai.com', `http://${stub.host}`), init),
  })
  const people = { root: await world.signUp('root'), ada: await world.signUp('ada') }
  const { user } = await renderApp('/app/variables', { app: world.app, session: people[as], language })
  const open = async () => {
    const name = language === 'en' ? 'Connect a model' : 'Model bağla'
    await user.click(await screen.findByRole('button', { name }, { timeout: 20_000 }))
    return within(await screen.findByRole('dialog', { name }, { timeout: 20_000 }))
  }
  return { ...world, user, open, stub, ...people }
}

test('a wrong key is reported below the field, a correct one leads to the default model, and the banner closes', async () => {
  const { user, open, services } = await openShell()
  const dialog = await open()

  await user.type(dialog.getByLabelText(/API key/), 'wrong')
  await user.click(dialog.getByRole('button', { name: 'Check key' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Incorrect API key provided')
  await user.clear(dialog.getByLabelText(/API key/))
  await user.type(dialog.getByLabelText(/API key/), `${RIGHT_KEY}{Enter}`)

  const chosen = within(await screen.findByRole('dialog', { name: 'Choose the default model' }))
  expect(chosen.getByRole('combobox', { name: /Model/ }).textContent).toBe('gpt-5-mini')
  chosen.getByText(/^\$0\.25 per million tokens in, \$2 out$/)
  await user.click(chosen.getByRole('button', { name: 'Use as default' }))

  await screen.findByText('Default model: gpt-5-mini')
  await waitFor(() => expect(screen.queryByText('Sandbox')).toBeNull())
  expect(await services.defaultModel.get()).toMatchObject({ isDemo: false, model: 'gpt-5-mini' })
})

test('a local model service is connected in two clicks, free of charge', async () => {
  const { user, open, services } = await openShell()
  const dialog = await open()

  await user.click(await dialog.findByRole('button', { name: 'Use Ollama' }))
  const chosen = within(await screen.findByRole('dialog', { name: 'Choose the default model' }))
  expect(chosen.getByRole('textbox', { name: /Input/ })).toHaveProperty('value', '0')
  await user.click(chosen.getByRole('button', { name: 'Use as default' }))

  await screen.findByText('Default model: llama3.2')
  expect((await services.defaultModel.get()).price).toEqual({
    inputUsdPerMillion: '0',
    outputUsdPerMillion: '0',
  })
})

test('a key of the environment is offered by its name', async () => {
  const { user, open } = await openShell()
  const dialog = await open()

  await user.click(await dialog.findByRole('button', { name: 'Use OPENAI_API_KEY' }))

  await screen.findByRole('dialog', { name: 'Choose the default model' })
  expect(document.body.textContent).not.toContain(RIGHT_KEY)
})

test('a user saves a credential of their own and is offered none of the server’s keys', async () => {
  const { user, open, ada, services } = await openShell({ as: 'ada' })
  const dialog = await open()

  dialog.getByText(/Only administrators set the default model/)
  await user.type(dialog.getByLabelText(/API key/), 'wrong{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toContain('Incorrect API key provided')
  await user.clear(dialog.getByLabelText(/API key/))
  await user.type(dialog.getByLabelText(/API key/), RIGHT_KEY)
  expect(dialog.queryByText('Found here')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save credential' }))

  await screen.findByText(/^Saved “OpenAI”/)
  const mine = (await ada.call('GET', '/credentials')).json<
    { name: string; own: boolean; shared: boolean }[]
  >()
  expect(mine.filter(({ own }) => own)).toMatchObject([{ name: 'OpenAI', shared: false }])
  expect((await services.defaultModel.get()).isDemo).toBe(true)
})

test('is translated into Turkish', async () => {
  const { open } = await openShell({ language: 'tr' })
  const dialog = await open()

  await dialog.findByText('Burada bulunanlar')
  dialog.getByRole('button', { name: 'Anahtarı test et' })
})
