import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { AtEnd } from '#server/testing/test-store.ts'
import type { DeviceSession } from '#shared/auth.ts'
import { createPaymentInput } from '#shared/payments.ts'

export const PLANTED = 'sk-planted-7f3a9c51d2'

const billing = {
  customerName: 'Ada Lovelace',
  address: 'Ataturk Cad. 1, Izmir',
  companyName: 'Analytical Engines',
  companyAddress: 'Ataturk Cad. 1, Izmir',
  companyPhone: '+905551112233',
  companyEmail: 'ada@example.com',
}

export async function openTenants(atEnd: AtEnd) {
  const { app, services, store, signUp, url } = await createTestApp({ atEnd, listen: true })
  const admin = await signUp('root')
  const ada = await signUp('ada')
  const eve = await signUp('eve')

  await ada.call('PUT', '/auth/profile', { customerName: 'Ada Lovelace', address: 'Her own street 7' })
  const flow = { name: 'Her flow', type: 'CHATFLOW', flowData: aDemoFlow() }
  const { id: flowId } = (await ada.call('POST', '/chatflows', flow)).json<{ id: string }>()
  const credential = { name: 'Her key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: PLANTED } }
  const { id: credentialId } = (await ada.call('POST', '/credentials', credential)).json<{ id: string }>()
  const answer = await ada.call('POST', `/internal-prediction/${flowId}`, { question: 'Her question' })
  const { chatId, chatMessageId } = answer.json<{ chatId: string; chatMessageId: string }>()
  const { orderId } = await services.payments.create(
    ada.user.id,
    createPaymentInput.parse({ amount: '100', ...billing }),
    {
      address: '127.0.0.1',
      idempotencyKey: undefined,
    },
  )
  const [session] = (await ada.call('GET', '/auth/sessions')).json<DeviceSession[]>()
  const messages = (await ada.call('GET', `/internal-chatmessage/${flowId}`)).json<
    { runId: string | null }[]
  >()
  const runId = messages.find((message) => message.runId)?.runId ?? ''

  const ids = {
    userId: ada.user.id,
    flowId,
    credentialId,
    chatId,
    messageId: chatMessageId,
    runId,
    orderId,
    sessionId: session?.id ?? '',
  }
  return { app, services, store, signUp, url, admin, ada, eve, ids }
}

export type Tenants = Awaited<ReturnType<typeof openTenants>>
