import { expect, test } from 'vitest'
import { allowedSiteOf, isAllowedHost, readOrigin } from './allowed-hosts.ts'

test('a page is allowed by its host, including subdomains, and never by a look-alike', () => {
  const hosts = ['https://shop.example.com', '*.example.org', 'https://*.example.net:8443'].map(allowedSiteOf)
  const isIn = (origin: string) => isAllowedHost(hosts, origin)

  expect(
    [
      'https://shop.example.com',
      'https://SHOP.example.com',
      'http://a.example.org',
      'https://a.example.org',
      'https://a.b.example.org',
      'https://a.example.net:8443',
    ].filter((origin) => !isIn(origin)),
  ).toEqual([])
  expect(
    [
      'https://example.com',
      'http://shop.example.com',
      'http://a.example.net:8443',
      'https://shop.example.com.evil.com',
      'https://shop.example.com:8443',
      'https://example.org',
      'https://.example.org',
      'https://evilexample.org',
      'https://a.example.org.evil.com',
      'https://a.example.net',
      'null',
    ].filter(isIn),
  ).toEqual([])
  expect(isAllowedHost([], 'null')).toBe(true)
})

test('an origin is written with or without its protocol; a wildcard stands before a complete domain or nowhere', () => {
  expect(['shop.example.com', ' https://*.example.com ', '*.example.com:8443'].map(readOrigin)).toEqual([
    'https://shop.example.com',
    'https://*.example.com',
    'https://*.example.com:8443',
  ])
  for (const text of ['*', '*.com', 'https://a*.example.com', '*.*.example.com', 'x/y', 'ftp://x.com', '']) {
    expect([text, readOrigin(text)]).toEqual([text, undefined])
  }
})
