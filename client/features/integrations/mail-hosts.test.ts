import { expect, test } from 'vitest'
import { guessServers } from './mail-hosts.ts'

test('the servers of an address are guessed from its domain', () => {
  expect(guessServers('ada@Gmail.com')).toMatchObject({ imapHost: 'imap.gmail.com', smtpPort: '465' })
  expect(guessServers('ada@outlook.com')).toMatchObject({ smtpPort: '587', smtpSecurity: 'starttls' })
  expect(guessServers('ada@shop.example')).toMatchObject({
    ...{ imapHost: 'imap.shop.example', imapPort: '993', smtpHost: 'smtp.shop.example' },
  })
  expect(guessServers('ada@shop')).toEqual({})
})
