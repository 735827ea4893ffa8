export type Target = { url: string; headers: Record<string, string> }

/**
 * `target`: a flow of Conversation Chain, Buffer Memory and a platform OpenAI credential pointing at the stub: logged,
 * stored, charged. `addFlow` adds another one with the credential.
 */
export async function openTarget(url: string, stubUrl: string) {
  let headers: Record<string, string> = { 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) {
      throw new Error(`${path}: ${await response.text()}`)
    }
    return response.json()
  }

  const account = { username: 'bench', email: 'bench@example.com', password: 'long enough' }
  const { token, user } = await post('/auth/register', account)
  headers = { ...headers, authorization: `Bearer ${token}` }
  await post('/wallets/credit', { userId: user.id, amount: 100_000, reason: 'Money to measure with' })
  const credential = await post('/credentials', {
    name: 'Stub',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'none', basePath: stubUrl },
    shared: true,
  })
  async function addFlow(type: 'CHATFLOW' | 'AGENTFLOW', flowOf: (credential: string) => object) {
    const flowData = JSON.stringify(flowOf(credential.id))
    const { id } = await post('/chatflows', { type, name: 'Bench', flowData })
    return String(id)
  }
  const id = await addFlow('CHATFLOW', flowWith)
  const keys: { keyName: string; apiKey: string }[] = await post('/apikey', {
    keyName: 'bench',
    permissions: ['flows:ask', 'chatflows:view'],
  })
  const key = keys.find(({ keyName }) => keyName === 'bench')?.apiKey
  const withKey = { authorization: `Bearer ${key}` }
  const targetOf = (flowId: string): Target => ({
    url: `${url}/api/v1/prediction/${flowId}`,
    headers: withKey,
  })
  return { target: targetOf(id), targetOf, addFlow, headers }
}

function flowWith(credential: string) {
  const node = (name: string, inputs: object, more = {}) => ({
    id: `${name}_0`,
    type: 'customNode',
    position: { x: 0, y: 0 },
    data: { id: `${name}_0`, name, label: name, inputs, outputs: {}, ...more },
  })
  const chain = { model: '{{chatOpenAI_0.data.instance}}', memory: '{{bufferMemory_0.data.instance}}' }
  return {
    nodes: [
      node('chatOpenAI', { modelName: 'gpt-4o-mini', maxTokens: '100' }, { credential }),
      node('bufferMemory', {}),
      node('conversationChain', chain),
    ],
    edges: [
      { source: 'chatOpenAI_0', target: 'conversationChain_0' },
      { source: 'bufferMemory_0', target: 'conversationChain_0' },
    ],
  }
}
