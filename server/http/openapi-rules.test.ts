import SwaggerParser from '@apidevtools/swagger-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'

async function openText() {
  const { app } = await createTestApp()
  return (await app.inject('/api/v1/openapi.json')).body
}

test('the document is valid, and no reference in it is broken', async () => {
  const text = await openText()

  const { paths } = await SwaggerParser.validate(JSON.parse(text))

  expect(Object.keys(paths ?? {}).length).toBeGreaterThan(90)
})

test('the document follows the recommended rules of Redocly, and every example fits its schema', async () => {
  const source = await openText()
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'no-invalid-media-type-examples': 'error',
      // The product specification defines the paths of wallets.
      'no-ambiguous-paths': 'off',
      // These operations take no input that could be invalid.
      'operation-4xx-response': 'off',
    },
  })

  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })

  expect(
    problems.map(({ ruleId, message, location: [at] }) => `${ruleId} ${at?.pointer}: ${message}`),
  ).toEqual([])
})
