import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { legacyPaths } from './paths.ts'
import { routes } from './routes.tsx'

/** Product spec: the list of legacy paths. */
const named =
  `chatflows, agentflows, flow-templates, flow-templates/{id}, apikey, tools, assistants, credentials, variables,
  document-stores, document-stores/{storeId}, document-stores/chunks/{storeId}/{fileId}, document-stores/{storeId}/{name},
  document-stores/vector/{storeId}, document-stores/vector/{storeId}/{docId}, document-stores/query/{storeId}, document-pools,
  document-pools/{poolId}, assistants/custom, assistants/custom/{id}, assistants/openai`
    .split(/,\s+/)
    .map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'))

test('all specified legacy paths are known, and no others', () => {
  expect([...legacyPaths].toSorted()).toEqual(named.toSorted())
})

test.each(legacyPaths)('/%s redirects below /app, to its screen', (path) => {
  const address = path.replaceAll(/:\w+/g, 'x1')
  const old = matchRoutes(routes, `/${address}`)?.at(-1)
  const now = matchRoutes(routes, `/app/${address}`)?.at(-1)

  expect(old?.route.path).toBe(`/${path}`)
  expect(now?.route.path).toBe(path)
  expect(now?.route.handle).toBeDefined()
})
