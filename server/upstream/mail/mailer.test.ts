import { expect, test } from 'vitest'
import { openMailServer } from '#server/testing/mail-server.ts'
import { createMailer } from './mailer.ts'

const from = 'Flowtill <till@flowtill.example>'

test('an email reaches its only recipient, with characters of every alphabet intact', async () => {
  const { url, characters } = await openMailServer()

  await createMailer({ url, from })({
    to: 'ayse@example.com',
    subject: 'Şifre',
    text: 'Merhaba Ayşe,\nhttps://flowtill.example/reset-password#ftr_1',
  })

  expect(characters).toHaveLength(1)
  expect(characters[0]).toMatchObject({ from: 'till@flowtill.example', to: ['ayse@example.com'] })
  expect(characters[0]?.text).toContain('Merhaba Ayşe,\nhttps://flowtill.example/reset-password#ftr_1')
})

test('an address cannot inject headers or recipients', async () => {
  const { url, characters } = await openMailServer()
  const to = 'ayse@example.com\r\nBcc: thief@example.com'

  await createMailer({ url, from })({ to, subject: 'x\r\nBcc: thief@example.com', text: 'y' }).catch(
    () => undefined,
  )

  expect(characters.flatMap((letter) => letter.to)).not.toContain('thief@example.com')
  expect(characters.map(({ source }) => source).join('')).not.toMatch(/^Bcc:/im)
})

test('a server that rejects, or is unreachable, is reported in one sentence', async () => {
  const { url, close } = await openMailServer({ rejects: true })
  const letter = { to: 'ayse@example.com', subject: 'x', text: 'y' }

  await expect(createMailer({ url, from })(letter)).rejects.toThrow('The email could not be sent.')
  await close()
  await expect(createMailer({ url, from })(letter)).rejects.toThrow('The email could not be sent.')
})
