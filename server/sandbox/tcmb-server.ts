import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ratesOf, writeBulletin } from './tcmb/bulletin.ts'
import { dayOf, isBusinessDay, lastPublished, toText } from './tcmb/calendar.ts'

const tcmbFailures = [
  'error',
  'html',
  'truncated',
  'doctype',
  'comma',
  'empty',
  'zero',
  'negative',
  'huge',
  'jump',
  'crossed',
  'future',
  'silent',
] as const
export type TcmbFailure = (typeof tcmbFailures)[number]

export type TcmbOptions = {
  now: () => Date
  /** Read on every request, so tests can set and unset failures. */
  faults?: { today?: TcmbFailure; dated?: TcmbFailure; evds?: TcmbFailure }
}

type Query = { fault?: string }

type Texts = {
  rates?: (day: number) => { buyingE4: number; sellingE4: number }
  edit?: (xml: string) => string
}

const usdSelling = /(<ForexSelling>)[^<]*(<\/ForexSelling>)/
const withSelling = (value: string): Texts => ({
  edit: (xml) => xml.replace(usdSelling, (_, open: string, close: string) => `${open}${value}${close}`),
})

const papers: Partial<Record<TcmbFailure, Texts>> = {
  truncated: { edit: (xml) => xml.slice(0, 600) },
  doctype: {
    edit: (xml) =>
      xml
        .replace('<Tarih_Date', '<!DOCTYPE x [<!ENTITY rate "1.0000">]>\n<Tarih_Date')
        .replace(usdSelling, '$1&rate;$2'),
  },
  comma: withSelling('42,3812'),
  empty: withSelling(''),
  zero: withSelling('0.0000'),
  negative: withSelling('-42.3812'),
  huge: withSelling('423812345.1234'),
  jump: { rates: (day) => scale(ratesOf(day), 12, 10) },
  crossed: { rates: (day) => ({ buyingE4: ratesOf(day).sellingE4, sellingE4: ratesOf(day).buyingE4 }) },
}

const DAYS_AHEAD = 3
const SILENCE_MS = 60_000

/** The central bank's server with invented, deterministic bulletins: today.xml, dated files and the EVDS query. */
export async function mountTcmbServer(app: FastifyInstance, { now, faults: failures = {} }: TcmbOptions) {
  const silent = new Set<() => void>()
  app.addHook('preClose', async () => silent.forEach((end) => void end()))

  function failureOf(query: Query, ordered: TcmbFailure | undefined) {
    return tcmbFailures.find((failure) => failure === query.fault) ?? ordered
  }

  async function send(reply: FastifyReply, day: number, failure: TcmbFailure | undefined): Promise<unknown> {
    if (failure === 'error') {
      return reply.code(500).type('text/html').send('<h1>Internal Server Error</h1>')
    }
    if (failure === 'html') {
      return reply.type('text/html').send('<!doctype html><html><body>Site bakimda</body></html>')
    }
    if (failure === 'silent') {
      return stayOpen(reply)
    }
    const { rates = ratesOf, edit = (xml: string) => xml } = (failure && papers[failure]) ?? {}
    const shown = failure === 'future' ? day + DAYS_AHEAD : day
    return reply.type('application/xml; charset=utf-8').send(edit(writeBulletin(shown, rates(shown))))
  }

  function stayOpen(reply: FastifyReply) {
    return new Promise<undefined>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        silent.delete(end)
        reply.hijack()
        reply.raw.destroy()
        resolve(undefined)
      }
      const timer = setTimeout(end, SILENCE_MS).unref()
      silent.add(end)
    })
  }

  app.get<{ Querystring: Query }>('/kurlar/today.xml', ({ query }, reply) =>
    send(reply, lastPublished(now()), failureOf(query, failures.today)),
  )

  app.get<{ Querystring: Query; Params: Dated }>('/kurlar/:month/:file', ({ query, params }, reply) => {
    const day = readDated(params)
    if (day === undefined || !isBusinessDay(day) || day > lastPublished(now())) {
      return reply.code(404).type('text/html').send('<h1>404 - File or directory not found.</h1>')
    }
    return send(reply, day, failureOf(query, failures.dated))
  })

  app.get('/service/evds/:query', (request: FastifyRequest<{ Params: { query: string } }>, reply) => {
    if (!request.headers.key) {
      return reply.code(403).send({ message: 'Forbidden' })
    }
    if (failures.evds) {
      return reply.code(500).send({ message: 'Internal Server Error' })
    }
    const query = new URLSearchParams(request.params.query)
    return { totalCount: 1, items: listItems(query, lastPublished(now())) }
  })
}

function scale({ buyingE4, sellingE4 }: { buyingE4: number; sellingE4: number }, times: number, by: number) {
  const of = (e4: number) => Math.round((e4 * times) / by)
  return { buyingE4: of(buyingE4), sellingE4: of(sellingE4) }
}

type Dated = { month: string; file: string }

/** Parses `/202611/20112026.xml`. Both dates must agree. */
function readDated({ month, file }: Dated) {
  const [, date, inner, year] = /^(\d\d)(\d\d)(\d{4})\.xml$/.exec(file) ?? []
  return `${year}${inner}` === month ? readDay(`${year}-${inner}-${date}`) : undefined
}

function readDay(text: string) {
  const time = Date.parse(`${text}T00:00:00Z`)
  const day = Number.isNaN(time) ? undefined : dayOf(new Date(time))
  return day !== undefined && toText(day) === text ? day : undefined
}

/** Every day of the period has a row; days without a bulletin have null rates. */
function listItems(query: URLSearchParams, last: number) {
  const [from, until] = ['startDate', 'endDate'].map((name) =>
    readDay((query.get(name) ?? '').split('-').reverse().join('-')),
  )
  if (from === undefined || until === undefined || until - from > 366) {
    return []
  }
  return Array.from({ length: Math.max(0, until - from + 1) }, (_, index) => from + index).map((day) => {
    const isThere = isBusinessDay(day) && day <= last
    const { buyingE4, sellingE4 } = ratesOf(day)
    return {
      Tarih: toText(day).split('-').reverse().join('-'),
      TP_DK_USD_A_YTL: isThere ? (buyingE4 / 10_000).toFixed(4) : null,
      TP_DK_USD_S_YTL: isThere ? (sellingE4 / 10_000).toFixed(4) : null,
    }
  })
}
