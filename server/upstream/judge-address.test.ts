import { describe, expect, test } from 'vitest'
import { judgeAddress } from './judge-address.ts'

const found = (...addresses: string[]) => ({
  allow: [],
  lookup: async () => addresses.map((address) => ({ address })),
})

describe('a connection goes to the checked address', () => {
  test('a name with only public addresses resolves to the first', async () => {
    expect(await judgeAddress('db.example', 5432, found('93.184.215.14', '8.8.8.8'))).toBe('93.184.215.14')
  })

  test.each([
    ['a name that leads inside', 'db.example', found('10.0.0.1')],
    ['a name with one inner address among public ones', 'db.example', found('93.184.215.14', '127.0.0.1')],
    ['a name of nothing', 'db.example', found()],
    ['an address inside', '192.168.1.4', found('93.184.215.14')],
    ['an address inside, in IPv6', '[::ffff:10.0.0.1]', found('93.184.215.14')],
    ['the metadata of a cloud', '169.254.169.254', found()],
    ['a socket file', '/var/run/postgresql', found('93.184.215.14')],
    ['a name with a path in it', 'db.example/../x', found('93.184.215.14')],
  ])('%s is rejected', async (_, host, judge) => {
    await expect(judgeAddress(host, 5432, judge)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('an address allowed by the administrator is allowed on that port only', async () => {
    const judge = { ...found('10.0.0.1'), allow: ['DB.inner:5432'] }

    expect(await judgeAddress('db.INNER', 5432, judge)).toBe('db.inner')
    await expect(judgeAddress('db.inner', 5433, judge)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('an unknown name is reported', async () => {
    const judge = { allow: [], lookup: async () => Promise.reject(new Error('ENOTFOUND')) }

    await expect(judgeAddress('nowhere.example', 5432, judge)).rejects.toThrow(
      'nowhere.example could not be reached. Check the address and try again.',
    )
  })
})
