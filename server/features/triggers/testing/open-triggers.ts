import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { createTestApp, testSecrets } from '#server/testing/test-app.ts'

type Settings = Parameters<typeof createTestApp>[0]

const reply = { id: 'reply', name: 'directReplyAgentflow', label: 'Reply' }
const wait = {
  id: 'check',
  name: 'humanInputAgentflow',
  label: 'Check',
  inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go on?' },
}

/** A published agent flow that starts by itself, its owner and a clock that the test sets. */
export async function openTriggers(
  startInputs: Record<string, unknown>,
  { message = 'Done.', waits = false, ...settings }: Settings & { message?: string; waits?: boolean } = {},
) {
  const clock = { time: new Date('2026-11-23T09:00:30Z') }
  const now = () => clock.time
  const world = await createTestApp({ now, ...settings })
  const ada = await world.signUp('ada')
  const fileOf = (inputs: Record<string, unknown>) => {
    const start = { id: 'start', name: 'startAgentflow', label: 'Start', inputs }
    const answer = { ...reply, inputs: { directReplyMessage: message } }
    return JSON.stringify(
      waits
        ? aControlFlow([start, wait, answer], ['start -> check', 'check:0 -> reply'])
        : aControlFlow([start, answer], ['start -> reply']),
    )
  }
  const created = await ada.call('POST', '/chatflows', {
    ...{ name: 'Agent', type: 'AGENTFLOW', flowData: fileOf(startInputs) },
  })
  const { id } = created.json<{ id: string }>()
  const { triggers, runs } = world.services
  const log = async () => (await triggers.log(ada.user.id, { id, page: 1, limit: 100 })).data
  const statuses = async () => (await log()).map(({ status }) => status).toReversed()

  return {
    ...{ ...world, ada, id, clock, triggers, runs, log, statuses },
    set: (time: string) => {
      clock.time = new Date(time)
    },
    publish: (inputs: Record<string, unknown>) =>
      ada.call('PUT', `/chatflows/${id}`, { flowData: fileOf(inputs) }),
    save: (settings: Omit<Parameters<typeof triggers.save>[1], 'id'>) =>
      triggers.save(ada.user.id, { id, ...settings }),
    /** Another process on the same database. */
    openOther: () =>
      createServices({
        ...{ store: world.store, secrets: testSecrets, now },
        config: readConfig({ DATA_DIR: '/nowhere' }),
      }),
  }
}
