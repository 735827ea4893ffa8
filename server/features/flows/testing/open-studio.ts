import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { FlowDraft, FlowHead, FlowVersion } from '#shared/flow-versions.ts'
import type { SavedFlow } from '#shared/flows.ts'

type Settings = Parameters<typeof createTestApp>[0]
type Person = Awaited<ReturnType<Awaited<ReturnType<typeof createTestApp>>['signUp']>>

export async function openStudio(settings: Settings = {}) {
  const world = await createTestApp(settings)
  const { app, signUp } = world
  const root = await signUp('root')
  const ada = await signUp('ada')
  const eve = await signUp('eve')
  const first = aDemoFlow()
  const flow = (
    await ada.call('POST', '/chatflows', { name: 'Desk', flowData: first, type: 'CHATFLOW' })
  ).json<SavedFlow>()
  const { id } = flow

  async function request<Answer>(
    person: Pick<Person, 'headers'>,
    route: string,
    input: object,
    isQuery = false,
  ): Promise<Answer> {
    const response = await app.inject(
      isQuery
        ? { url: `/trpc/${route}`, query: { input: JSON.stringify(input) }, headers: person.headers }
        : { method: 'POST', url: `/trpc/${route}`, payload: input, headers: person.headers },
    )
    const body = response.json()
    return body.result?.data ?? body.error.data.error
  }

  const write = <Answer = FlowHead>(route: string, input: object, person: Pick<Person, 'headers'> = ada) =>
    request<Answer & ErrorBody>(person, `flows.${route}`, { id, ...input })
  const read = <Answer>(route: string, input: object = {}, person: Pick<Person, 'headers'> = ada) =>
    request<Answer & ErrorBody>(person, `flows.${route}`, { id, ...input }, true)
  const draft = () => read<FlowDraft>('draft')
  const versions = () => read<FlowVersion[]>('versions.list')
  const answering = async () => (await ada.call('GET', `/chatflows/${id}`)).json<SavedFlow>()

  return { ...world, root, ada, eve, id, flow, first, request, write, read, draft, versions, answering }
}

export function withDays(days: number): string {
  return aDemoFlow().replace('30 days', `${days} days`)
}
