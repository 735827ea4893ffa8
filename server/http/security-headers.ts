import type { FastifyInstance } from 'fastify'

/** Scripts come from us alone. Styles may be inline, because the component library writes them that way. */
const contentSecurityPolicy = (frames: string) =>
  [
    "default-src 'self'",
    // PayTR's frame-resize script stays out: its address has no version, so no integrity hash can hold. The payment dialog
    // gives the frame its height instead, and only the frame scrolls.
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Answers that are read aloud.
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
  /** Where card pages come from; undefined is this server itself. */
  cardFrames: string | undefined
}

/**
 * Files of the build: scripts, styles and fonts of the pages, which the page's own policy governs. The full set would be 600 bytes
 * on each of dozens of files. A worker follows the policy of its own script, and an image opened by itself is a document.
 */
const isAsset = /^\/(assets\/|[\w-]+\.(js|svg)$)/
const assetHeaders = {
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
}

/** Responses to scripts and images of the node kinds: nothing in them is a document, so nothing may load or frame them. */
const isData = /^\/(trpc\/|api\/v1\/(node-icon|components-credentials-icon)\/)/
const dataHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

/** On every response, also on errors. */
export function setSecurityHeaders(app: FastifyInstance, { cardFrames }: Options) {
  // A frame's policy counts for every page it goes to: from PayTR's own a card may be led on to any bank's 3-D Secure page.
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
    reply.headers(
      isAsset.test(request.url) ? assetHeaders : isData.test(request.url) ? dataHeaders : pageHeaders,
    )
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000')
    }
    // What the doors answer is for its caller alone.
    if (request.url.startsWith('/api/') || request.url.startsWith('/trpc/')) {
      reply.header('cache-control', 'no-store')
    }
  })
}
