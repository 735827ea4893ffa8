import type { FastifyInstance } from 'fastify'

/** Scripts come from our origin only. Inline styles are allowed, because the component library needs them. */
const contentSecurityPolicy = (frames: string) =>
  [
    "default-src 'self'",
    // PayTR's frame-resize script is excluded: its URL has no version, so no integrity hash can be pinned. The
    // payment dialog sets the frame's height instead, and only the frame scrolls.
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Answers read aloud.
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-src ${frames}`,
    "frame-ancestors 'self'",
  ].join('; ')

type Options = {
  /** Origin of the card pages; undefined is this server itself. */
  cardFrames: string | undefined
}

/**
 * Scripts, styles and fonts of the build are governed by the page's own policy; the full set would add 600 bytes
 * to each of dozens of files. A worker follows the policy of its own script, and an image opened directly is a
 * document.
 */
export const isAsset = /^\/(assets\/|[\w-]+\.(js|svg)$)/
const assetHeaders = {
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
}

/** The widget, a script of pages of other sites, whatever isolation they ask for. */
const isWidget = /^\/embed\.js(\?|$)/
const widgetHeaders = {
  ...assetHeaders,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Responses to scripts and node icons: they are never documents, so nothing may load or frame them. */
const isData = /^\/(trpc\/|api\/v1\/(node-icon|components-credentials-icon)\/)/
const dataHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

export function setSecurityHeaders(app: FastifyInstance, { cardFrames }: Options) {
  // The frame policy covers every page a frame navigates to: PayTR's page may lead to any bank's 3-D Secure page.
  const policy = contentSecurityPolicy(cardFrames === undefined ? "'self'" : `'self' ${cardFrames} https:`)
  const pageHeaders = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'SAMEORIGIN',
    'permissions-policy': 'camera=(), geolocation=(), payment=(self)',
    'cross-origin-opener-policy': 'same-origin',
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request.url) ?? pageHeaders)
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000')
    }
    // API responses are private to their caller, so they must not be cached.
    if (request.url.startsWith('/api/') || request.url.startsWith('/trpc/')) {
      reply.header('cache-control', 'no-store')
    }
  })
}

function headersOf(url: string): Record<string, string> | undefined {
  if (isWidget.test(url)) {
    return widgetHeaders
  }
  return isAsset.test(url) ? assetHeaders : isData.test(url) ? dataHeaders : undefined
}
