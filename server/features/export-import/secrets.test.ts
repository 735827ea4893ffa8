import { expect, test } from 'vitest'
import { credentialKinds } from '#server/credentials/catalogue.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aFlow, aForeignNode, openTransfers } from './testing/transfer-world.ts'

const param = (name: string, type: string, more = {}) => ({ name, type, label: name, ...more })

function allNodes() {
  return [...catalogue.values()].map(({ name, inputs }) => ({
    id: `${name}_0`,
    type: 'customNode',
    position: { x: 0, y: 0 },
    data: {
      id: `${name}_0`,
      name,
      label: name,
      credential: 'planted-credential',
      inputs: {
        FLOWISE_CREDENTIAL_ID: 'planted-credential',
        ...Object.fromEntries(
          Object.entries(inputs).map(([input, { type }]) => [
            input,
            ['password', 'file', 'folder'].includes(type) ? 'planted-secret' : `kept-${name}-${input}.`,
          ]),
        ),
      },
    },
  }))
}

const secretNames = [...credentialKinds.values()].flatMap(({ inputs }) =>
  Object.entries(inputs).flatMap(([name, { type }]) => (type === 'password' ? [name] : [])),
)

const foreign = aForeignNode(
  {
    apiKey: 'planted-secret',
    upload: 'FILE-STORAGE::["planted-file.pdf"]',
    where: '/planted-folder',
    unknownUpload: 'data:text/plain;base64,cGxhbnRlZA==,filename:planted.txt',
    connect: 'planted-credential',
    headers: [{ key: 'kept-header', value: 'planted-secret' }],
    modelConfig: {
      model: 'chatOpenAI',
      modelName: 'kept-model',
      FLOWISE_CREDENTIAL_ID: 'planted-credential',
      credential: 'planted-credential',
      ...Object.fromEntries(secretNames.map((name) => [name, 'planted-secret'])),
    },
    model: 'chatOpenAI',
    tools: JSON.stringify([{ kept: 'kept-tool', config: { FLOWISE_CREDENTIAL_ID: 'planted-credential' } }]),
    prompt: 'kept {"credential" of speech}',
  },
  {
    credential: 'planted-credential',
    inputParams: [
      param('apiKey', 'password'),
      param('upload', 'file'),
      param('where', 'folder'),
      param('connect', 'credential'),
      param('headers', 'array', { array: [param('key', 'string'), param('value', 'password')] }),
    ],
  },
)

test('no value of a secret field, no file and no credential is exported with a flow', async () => {
  const { ada } = await openTransfers()
  const flowData = aFlow([...allNodes(), foreign])
  expect(flowData).toMatch(/planted/)
  for (const type of ['CHATFLOW', 'MULTIAGENT', 'AGENTFLOW', 'ASSISTANT']) {
    await ada.call('POST', '/chatflows', { name: type, type, flowData })
  }

  const text = await ada.exportText()

  expect(text).not.toMatch(/planted|cGxhbnRlZA/)
  const file = JSON.parse(text)
  const flows = [...file.ChatFlow, ...file.AgentFlow, ...file.AgentFlowV2, ...file.AssistantFlow]
  expect(flows).toHaveLength(4)
  for (const flow of flows) {
    const { nodes } = JSON.parse(flow.flowData)
    expect(nodes).toHaveLength(catalogue.size + 1)
    const { inputs } = nodes.at(-1).data
    expect(inputs).toMatchObject({
      headers: [{ key: 'kept-header' }],
      modelConfig: { model: 'chatOpenAI', modelName: 'kept-model' },
      tools: '[{"kept":"kept-tool","config":{}}]',
      prompt: 'kept {"credential" of speech}',
    })
  }
  for (const { name, inputs } of catalogue.values()) {
    for (const [input, { type }] of Object.entries(inputs)) {
      expect(`${name}.${input}: ${text.includes(`kept-${name}-${input}.`)}`).toBe(
        `${name}.${input}: ${!['password', 'file', 'folder'].includes(type)}`,
      )
    }
  }
})

test('an assistant retains its own credential, as specified, and loses the credentials of its model', async () => {
  const { root } = await openTransfers()
  const details = JSON.stringify({
    name: 'Desk',
    chatModel: {
      name: 'chatOpenAI',
      credential: 'planted',
      inputs: { modelName: 'kept', FLOWISE_CREDENTIAL_ID: 'planted' },
    },
    tools: [foreign.data],
  })
  await root.call('POST', '/assistants', { details, credential: 'its-credential', type: 'CUSTOM' })

  const [assistant] = (await root.exportFile()).AssistantCustom ?? []

  expect(assistant).toMatchObject({ credential: 'its-credential' })
  expect(JSON.stringify(assistant)).not.toContain('planted')
  expect(JSON.parse(String(assistant?.details))).toMatchObject({
    chatModel: { inputs: { modelName: 'kept' } },
  })
})

test('the flow itself is not modified', async () => {
  const { ada } = await openTransfers()
  const flowData = aFlow([foreign])
  const { id } = (await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Mine', flowData })).json()

  await ada.exportText()

  expect((await ada.call('GET', `/chatflows/${id}`)).json().flowData).toBe(flowData)
})
