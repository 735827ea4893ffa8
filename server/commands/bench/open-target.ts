/**
 * A flow of Conversation Chain, Buffer Memory and a platform OpenAI credential pointing at the stub: logged,
 * stored, charged.
 */
export type Target = { url: string; headers: Record<string, string> }

export async function openTarget(url: string, stubUrl: string): Promise<Target> {
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
  const { id } = await post('/chatflows', {
    type: 'CHATFLOW',
    name: 'Bench',
    flowData: JSON.stringify(flowWith(credential.id)),
  })
  const keys: { keyName: string; apiKey: string }[] = await post('/apikey', {
    keyName: 'bench',
    permissions: ['flows:ask', 'chatflows:view'],
  })
  const key = keys.find(({ keyName }) => keyName === 'bench')?.apiKey
  return { url: `${url}/api/v1/prediction/${id}`, headers: { authorization: `Bearer ${key}` } }
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
