import { describe, expect, test } from 'vitest'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import type { TemplateLanguage } from '#shared/templates.ts'
import { createShippedTemplates } from './shipped-templates.ts'

const shipped = createShippedTemplates(catalogue)
const agents = (language: TemplateLanguage) =>
  shipped.list(language).filter(({ type }) => type === 'AgentflowV2')

type Turn = { body: object; text: RegExp }
type Run = { turns: Turn[]; steps: string[] }

const ask = (question: string, text: RegExp): Turn => ({ body: { question }, text })
const answer = (type: 'proceed' | 'reject', text: RegExp): Turn => ({ body: { humanInput: { type } }, text })

/** A conversation with each template, and the labels of the steps that ran last. */
const runs: Record<string, Record<TemplateLanguage, Run[]>> = {
  'refund-desk': {
    en: [
      {
        turns: [ask('Order: 1043, amount: 20, reason: One cup is missing', /20 for order 1043 is approved/)],
        steps: ['Start', 'Read the request', 'Small amount?', 'Approved at once'],
      },
      {
        turns: [
          ask('Order: 1042, amount: 120, reason: The vase arrived broken', /Refund of 120 .*vase/),
          answer('reject', /We cannot refund order 1042/),
        ],
        steps: ['Start', 'Read the request', 'Small amount?', 'Ask a person', 'Declined'],
      },
    ],
    tr: [
      {
        turns: [
          ask('Sipariş: 1042, tutar: 1200, neden: Vazo kırık geldi', /1042 .*1200 TL iade.*Vazo/),
          answer('proceed', /1042 .*1200 TL iadenizi onayladık/),
        ],
        steps: ['Başlangıç', 'Talebi oku', 'Küçük tutar mı?', 'Bir kişiye sor', 'Onaylandı'],
      },
    ],
  },
  'research-desk': {
    en: [
      {
        turns: [ask('Where is Ephesus?', /coast of Ionia/)],
        steps: ['Start', 'Look it up', 'Write with sources'],
      },
    ],
    tr: [{ turns: [ask('Efes nerede?', /Selçuk/)], steps: ['Başlangıç', 'Araştır', 'Kaynaklarla yaz'] }],
  },
  'lead-desk': {
    en: [
      {
        turns: [
          {
            body: { form: { name: 'Kemal', email: 'k@example.com', message: 'I want to buy 40 cups' } },
            text: /./,
          },
        ],
        steps: ['Start', 'What do they want?', 'Answer the buyer'],
      },
      {
        turns: [
          {
            body: {
              form: { name: 'Kemal', email: 'k@example.com', message: 'We offer a marketing service' },
            },
            text: /Thank you, Kemal/,
          },
        ],
        steps: ['Start', 'What do they want?', 'No, thank you'],
      },
    ],
    tr: [
      {
        turns: [
          {
            body: { form: { name: 'Ece', email: 'e@example.com', message: 'Bir soru: Ne zaman açıksınız?' } },
            text: /10\.00/,
          },
        ],
        steps: ['Başlangıç', 'Ne istiyor?', 'Soruyu yanıtla'],
      },
    ],
  },
  'invoice-check': {
    en: [
      {
        turns: [ask('Number: KK-143\nNet: 100\nVAT: 20\nTotal: 120', /KK-143 adds up to 120/)],
        steps: ['Start', 'Read the invoice', 'Add it up', 'Does it add up?', 'Correct'],
      },
      {
        turns: [
          ask('Number: KK-142\nNet: 100\nVAT: 20\nTotal: 130', /KK-142 is off by 10\.00/),
          answer('reject', /KK-142 goes back to the supplier/),
        ],
        steps: ['Start', 'Read the invoice', 'Add it up', 'Does it add up?', 'Ask accounting', 'Sent back'],
      },
    ],
    tr: [
      {
        turns: [
          ask('Numara: KK-142\nNet: 100\nKDV: 20\nToplam: 130', /KK-142 .*10\.00 fark/),
          answer('proceed', /KK-142 numaralı faturayı bir kişi kabul etti/),
        ],
        steps: ['Başlangıç', 'Faturayı oku', 'Topla', 'Toplam tutuyor mu?', 'Muhasebeye sor', 'Kabul edildi'],
      },
    ],
  },
  'support-triage': {
    en: [
      {
        turns: [ask('How can I pay for my order?', /card or bank transfer/)],
        steps: ['Start', 'Which desk?', 'Payments'],
      },
      {
        turns: [ask('When does my parcel arrive?', /within 5/)],
        steps: ['Start', 'Which desk?', 'Shipping'],
      },
      {
        turns: [ask('Do you like cats?', /A colleague will write back/)],
        steps: ['Start', 'Which desk?', 'A colleague writes back'],
      },
    ],
    tr: [
      {
        turns: [ask('Kargom ne zaman gelir?', /5 iş günü/)],
        steps: ['Başlangıç', 'Hangi masa?', 'Kargo masası'],
      },
    ],
  },
  'bilingual-newsletter': {
    en: [
      {
        turns: [{ body: { form: { title: 'May', facts: 'There is a course on 3 May' } }, text: /./ }],
        steps: ['Start', 'Write one issue', 'Write one issue', 'Each language', 'Both issues'],
      },
    ],
    tr: [
      {
        turns: [{ body: { form: { title: 'Mayıs', facts: '3 Mayıs’ta kurs var' } }, text: /./ }],
        steps: ['Başlangıç', 'Bir sayı yaz', 'Bir sayı yaz', 'Her dil', 'İki sayı'],
      },
    ],
  },
  'data-clean-up': {
    en: [
      {
        turns: [
          ask(
            'name: ada lovelace; email: ADA@EXAMPLE.COM; city: london\nname: kemal kaya; email: kemal@example.com; city: izmir',
            /\| Ada Lovelace \| ada@example\.com \| London \|\n\| Kemal Kaya \| kemal@example\.com \| Izmir \|$/,
          ),
        ],
        steps: [
          ...['Start', 'Next row', 'Read the row', 'Write it down', 'All rows done?', 'Back for the next'],
          ...['Next row', 'Read the row', 'Write it down', 'All rows done?', 'The table'],
        ],
      },
    ],
    tr: [
      {
        turns: [
          ask(
            'ad: ışıl yılmaz; eposta: ISIL@EXAMPLE.COM; sehir: izmir',
            /\| Işıl Yılmaz \| isil@example\.com \| İzmir \|$/,
          ),
        ],
        steps: ['Başlangıç', 'Sıradaki satır', 'Satırı oku', 'Tabloya yaz', 'Satırlar bitti mi?', 'Tablo'],
      },
    ],
  },
}

test('there are eight for agent flows; all but the scheduled one are tried here by a conversation', () => {
  const ids = agents('en').map(({ id }) => id)
  expect(ids).toHaveLength(8)
  expect([...Object.keys(runs), 'nightly-report'].toSorted()).toEqual(ids.toSorted())
})

describe.each(['en', 'tr'] as const)('in %s', (language) => {
  test.each(agents(language).filter(({ id }) => id in runs))(
    '$id runs to its end and is paid',
    async ({ id }) => {
      for (const { turns, steps } of runs[id]?.[language] ?? []) {
        const { ada, flow, store } = await openTemplate(id, language)
        let last: { text?: string; agentFlowExecutedData?: { nodeLabel: string }[] } = {}
        for (const { body, text } of turns) {
          last = (await ada.call('POST', `/prediction/${flow}`, { chatId: 'a conversation', ...body })).json()
          expect(last.text, JSON.stringify(last)).toMatch(text)
        }
        expect(last.agentFlowExecutedData?.map(({ nodeLabel }) => nodeLabel)).toEqual(steps)
        expect((await ada.call('GET', '/wallets/me')).json().balance).toBeLessThan(5)
        expect(await checkLedger(store.db)).toEqual([])
      }
    },
  )

  test('nightly-report runs at its time and writes about the fetched rates', async () => {
    const clock = { time: new Date('2026-11-23T12:00:00Z') }
    const { ada, flow, services } = await openTemplate('nightly-report', language, () => clock.time)
    await services.triggers.save(ada.user.id, { id: flow, enabled: true })

    clock.time = new Date('2026-11-23T23:00:05Z')
    expect(await services.triggers.tick()).toBe(1)

    const log = async () => (await services.triggers.log(ada.user.id, { id: flow, page: 1, limit: 10 })).data
    await expect.poll(async () => (await log())[0]?.status, { timeout: 10_000 }).toBe('SUCCEEDED')
    const [entry] = await log()
    const { events } = await services.runs.trace(ada.user.id, entry?.executionId ?? '')
    expect(JSON.stringify(events)).toContain('1 USD = 42.1 TRY')
  })
})

async function openTemplate(id: string, language: TemplateLanguage, now?: () => Date) {
  const world = await listen((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url?.startsWith('/w/') ? articles[language] : rates))
  })
  const env = { OUTGOING_ALLOW: new URL(world.origin).host }
  const app = await createTestApp({ listen: true, env, ...(now && { now }) })
  const ada = await app.signUp('ada')
  const { name, flowData = '' } = shipped.find(id, language) ?? {}
  const reachable = flowData.replaceAll(
    /https:\/\/(?:\w+\.wikipedia\.org|api\.frankfurter\.dev)/g,
    world.origin,
  )
  const made = await ada.call('POST', '/chatflows', { name, flowData: reachable, type: 'AGENTFLOW' })
  return { ...app, ada, flow: made.json<{ id: string }>().id }
}

const rates = { base: 'USD', date: '2026-11-23', rates: { TRY: 42.1, EUR: 0.86 } }
const articles = {
  en: {
    query: { search: [{ title: 'Ephesus', snippet: 'Ephesus was a Greek city on the coast of Ionia.' }] },
  },
  tr: {
    query: { search: [{ title: 'Efes', snippet: 'Efes, İzmir ilinin Selçuk ilçesinde antik bir kentti.' }] },
  },
}
