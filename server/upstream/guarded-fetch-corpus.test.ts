import type { LookupFunction } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createGuardedFetch } from './guarded-fetch.ts'

describe('a forbidden address', () => {
  const fetch = createGuardedFetch({
    allow: ['ollama:11434'],
    own: () => 'http://127.0.0.1:3000',
    lookup: resolveTo(['127.0.0.1']),
  })

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://１２７.０.０.１/',
    'http://127.0.0.1./',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[::127.0.0.1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'https://127.0.0.1/',
    'http://8.8.8.8:22/',
    'http://8.8.8.8:25/',
    'http://8.8.8.8:6667/',
    'http://8.8.8.8:8/',
    'http://ollama/',
    'http://ollama:11435/',
    'http://127.0.0.1:3001/sandbox/',
  ])('%s', async (url) => {
    await expect(fetch(url)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://example.com/',
    'data:text/plain,hello',
    'http://user:secret@example.com/',
    'http://127.0.0.1:3000@example.com/',
  ])('of another scheme: %s', async (url) => {
    await expect(fetch(url)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.not.stringContaining('secret'),
    })
  })

  test.each([
    'http://127.0.0.1:3000/',
    'http://127.0.0.1:3000/api/v1/users',
    'http://127.0.0.1:3000/sandbox',
    'http://127.0.0.1:3000/sandbox/../api/v1/users',
    'http://127.0.0.1:3000/sandbox/%2e%2e/api/v1/users',
    'http://127.0.0.1:3000/sandbox/..%2fapi/v1/users',
    'http://127.0.0.1:3000/sandbox/..%5capi',
    'http://127.0.0.1:3000/sandbox\\..\\api',
    'http://localhost:3000/sandbox/',
  ])('of our own server: %s', async (url) => {
    await expect(fetch(url)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('is named, with instructions', async () => {
    await expect(fetch('http://192.168.0.7:8080/x?key=1')).rejects.toThrow(
      'This server may not call 192.168.0.7:8080: it is a private address. An admin can allow it with OUTGOING_ALLOW.',
    )
  })
})

function resolveTo(addresses: string[]): LookupFunction {
  return (_, options, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const [first] = found
    return options.all ? callback(null, found) : callback(null, first?.address ?? '', first?.family)
  }
}
