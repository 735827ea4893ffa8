type Caller = { call(method: 'POST', url: string, body: object): Promise<{ json<T>(): T }> }

/** Stores a key the sandbox takes, of one's own or shared with everybody; its id. */
export async function anOpenAIKey(who: Caller, shared: boolean): Promise<string> {
  const answer = await who.call('POST', '/credentials', {
    name: 'Key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sandbox-key' },
    shared,
  })
  return answer.json<{ id: string }>().id
}
