type Caller = { call(method: 'POST', url: string, body: object): Promise<{ json<T>(): T }> }

export async function anOpenAIKey(who: Caller, shared: boolean): Promise<string> {
  const answer = await who.call('POST', '/credentials', {
    name: 'Key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sandbox-key' },
    shared,
  })
  return answer.json<{ id: string }>().id
}
