import { expect, test } from 'vitest'
import { aNode } from './a-node.ts'
import { CREDENTIAL, missingFields, readNames, readNumber, requestInputs } from './node-values.ts'

const node = aNode({
  name: 'web',
  credential: { name: 'credential', label: 'Key', type: 'credential', credentialNames: ['key'] },
  inputs: [
    { name: 'splitter', label: 'Splitter', type: 'TextSplitter', optional: true },
    { name: 'url', label: 'URL', type: 'string' },
    { name: 'method', label: 'Method', type: 'options', default: 'scrape' },
    { name: 'depth', label: 'Depth', type: 'number', show: { method: 'crawl' } },
    { name: 'headers', label: 'Headers', type: 'json', optional: true },
  ],
})

test('required fields without a value are named in order; hidden ones and those with a default are not', () => {
  expect(missingFields(node, {}).map(({ label }) => label)).toEqual(['Key', 'URL'])
  expect(
    missingFields(node, { [CREDENTIAL]: 'c1', url: 'https://a', method: 'crawl' }).map(({ label }) => label),
  ).toEqual(['Depth'])
})

test('a request for options carries short settings and no secrets', () => {
  expect(
    requestInputs(node, { [CREDENTIAL]: 'c1', url: 'https://a', headers: '{"a":1}', text: 'x' }),
  ).toEqual({ url: 'https://a', method: 'scrape' })
})

test('lists are read from JSON text, numbers in both notations', () => {
  expect(readNames('["a","b"]')).toEqual(['a', 'b'])
  expect(readNames('plain')).toEqual(['plain'])
  expect([readNumber('0,35'), readNumber(' 4 '), readNumber(''), readNumber('many')]).toEqual([
    0.35,
    4,
    '',
    undefined,
  ])
})
