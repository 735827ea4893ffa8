// Plain routes: a document, framed by the sites that the flow allows.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '#server/http/errors.ts'
import { programFolder } from '#server/program-folder.ts'
import type { Services } from '#server/services.ts'
import type { ChatLanguage } from '#shared/chat-look.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import type { ChatPage, VisitorChat } from '#shared/visitor-chat.ts'

type ReceivedRequest = FastifyRequest<{ Params: { id: string } }>

/** Where the head of the page names the chat. */
const PLACE = '<!--chatbot-->'

export function mountChatbotPage(
  app: FastifyInstance,
  services: Services,
  clientFolder = join(programFolder, 'dist', 'client'),
) {
  const template = readTemplate(clientFolder)
  if (template === undefined) {
    return
  }
  app.get('/chatbot/:id', { config: { open: true } }, async (request: ReceivedRequest, reply) => {
    const { status, page, sites } = await openPage(request, services)
    frameOn(reply, sites, page)
    const language = /^tr\b/i.test(request.headers['accept-language'] ?? '') ? 'tr' : 'en'
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
      .send(template.replace(PLACE, () => headOf(page, language)))
  })
}

function readTemplate(clientFolder: string) {
  try {
    return readFileSync(join(clientFolder, 'chatbot.html'), 'utf8')
  } catch {
    // A client that is not built yet.
    return undefined
  }
}

type OpenedPage = { status: number; page: ChatPage; sites: readonly string[] }

async function openPage(request: ReceivedRequest, services: Services): Promise<OpenedPage> {
  const { id: flowId } = request.params
  try {
    const page = await services.chatbot.visitorChat({ flowId, caller: null, page: framingSite(request) })
    return { status: 200, page, sites: await services.flowAccess.sitesOf(flowId) }
  } catch (error) {
    const { status, code, message } = toAppError(error)
    if (code === 'FORBIDDEN') {
      return { status, page: { rejected: 'notAllowed', message }, sites: ['*'] }
    }
    if (code === 'NOT_FOUND') {
      return { status, page: { rejected: 'missing' }, sites: ['*'] }
    }
    throw error
  }
}

/** The origin of the page that frames this one, as far as the browser reveals it. */
function framingSite({ headers, host }: FastifyRequest) {
  const { referer, 'sec-fetch-dest': target } = headers
  const isFramed = target === 'iframe' || target === 'frame'
  if (!(isFramed && referer && URL.canParse(referer))) {
    return undefined
  }
  const { origin, host: from } = new URL(referer)
  return from === host ? undefined : origin
}

/** Browsers that reveal no origin obey the list. A rejection is shown everywhere, and reveals nothing. */
function frameOn(reply: FastifyReply, sites: readonly string[], page: ChatPage) {
  const policy = String(reply.getHeader('content-security-policy'))
  const avatar = 'rejected' in page ? '' : originOf(page.appearance.avatar)
  reply.removeHeader('x-frame-options')
  reply.header(
    'content-security-policy',
    policy
      .replace(/frame-ancestors [^;]*/, `frame-ancestors ${sites.join(' ')}`)
      .replace(/img-src [^;]*/, (sources) => `${sources} ${avatar}`.trim()),
  )
}

function originOf(url: string) {
  return URL.canParse(url) ? new URL(url).origin : ''
}

function headOf(page: ChatPage, language: ChatLanguage) {
  const data = JSON.stringify(page).replaceAll('<', String.raw`\u003c`)
  const script = `<script type="application/json" id="chatbot">${data}</script>`
  return 'rejected' in page ? `<title>Flowtill</title>${script}` : describe(page, language) + script
}

/** For the tab, for links to the page, and for the first paint. */
function describe({ name, appearance }: VisitorChat, language: ChatLanguage) {
  const { texts, light } = appearance
  const title = escapeHtml(texts[language].title || name)
  const welcome = escapeHtml(texts[language].welcome.slice(0, 200))
  return `<title>${title}</title>
    <meta name="description" content="${welcome}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${welcome}" />
    <meta name="theme-color" content="${light.titleBar}" />
    `
}
