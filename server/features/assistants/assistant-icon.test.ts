import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'

const png = Buffer.from('89504e470d0a1a0a0000', 'hex')

async function openAccount() {
  const asked: string[] = []
  const world = await createTestApp({
    through: (fetch) => (input, init) => {
      asked.push(String(input))
      return String(input).startsWith('https://pictures.example/')
        ? Promise.resolve(new Response(png))
        : fetch(input, init)
    },
  })
  const { call, user } = await world.signUp('root')
  async function iconOf(iconSrc: string | null) {
    const { id } = (
      await call('POST', '/assistants', { details: '{"name":"Desk"}', iconSrc, type: 'OPENAI' })
    ).json()
    return { id, icon: await world.services.openAiAssistants.icon(user.id, id) }
  }
  return { ...world, asked, iconOf }
}

test('the picture of another site is read by the server and shown from it', async () => {
  const { iconOf, asked } = await openAccount()

  expect((await iconOf('https://pictures.example/desk.png')).icon).toBe(
    `data:image/png;base64,${png.toString('base64')}`,
  )
  expect(asked).toEqual(['https://pictures.example/desk.png'])
})

test.each([
  null,
  'http://127.0.0.1:5432/icon.png',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '/api/v1/node-icon/x',
])('%j shows no picture', async (source) => {
  expect((await (await openAccount()).iconOf(source)).icon).toBeNull()
})

test('the assistant of another admin has no picture for others', async () => {
  const { iconOf, services, signUp } = await openAccount()
  const { id } = await iconOf('https://pictures.example/desk.png')
  const other = await signUp('ada')

  await expect(services.openAiAssistants.icon(other.user.id, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
