import { describe, expect, test } from 'vitest'
import type { NodeDefinition } from '#server/engine/define-node.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { openSandboxModels } from '#server/upstream/models/testing/sandbox-models.ts'
import { loadPorts } from './testing/settings-of.ts'

describe('lists of models', () => {
  test('are fetched from the provider once there is a key', async () => {
    const { listModels } = await openSandboxModels()
    const node = get('chatOpenAI')
    const ports = loadPorts({ listModels: () => listModels({ provider: 'flowtill', apiKey: 'sandbox' }) })

    const listed = await node.loadMethods?.listModels?.({
      credential: { openAIApiKey: 'k' },
      inputs: {},
      ports,
    })

    expect(listed).toEqual([{ label: 'flowtill-demo', name: 'flowtill-demo' }])
  })

  test('are not requested from a URL typed into the node, which receives no key', async () => {
    const requested: unknown[] = []
    const ports = loadPorts({
      listModels: async (settings) => {
        requested.push(settings)
        return []
      },
    })
    const credential = { openAIApiKey: 'k', basePath: 'https://proxy.example/v1' }
    const inputs = { basepath: 'https://evil.example/v1' }

    await get('chatOpenAI').loadMethods?.listModels?.({ credential, inputs, ports })

    expect(requested).toEqual([{ provider: 'openai', apiKey: 'k', baseUrl: 'https://proxy.example/v1' }])
  })

  test.each(['chatOpenAI', 'chatAnthropic', 'chatGoogleGenerativeAI'])(
    '%s has a built-in list',
    async (name) => {
      const ports = loadPorts({})

      const listed = await get(name).loadMethods?.listModels?.({ credential: undefined, inputs: {}, ports })

      expect(listed?.length).toBeGreaterThan(3)
    },
  )
})

function get(name: string): NodeDefinition {
  const node = catalogue.get(name)
  if (!node) {
    throw new Error(`There is no node ${name}.`)
  }
  return node
}
