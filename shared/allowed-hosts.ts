/** Lower-case host of a URL, a bare name or a pattern: `shop.example.com:8443`, `*.example.com`. */
function hostOf(origin: unknown): string {
  const text = String(origin).trim()
  return (URL.canParse(text) ? new URL(text).host : text).toLowerCase()
}

/** Like `hostOf`, with `https://` in front if the URL has it. */
export function allowedSiteOf(origin: unknown): string {
  const host = hostOf(origin)
  return isHttps(String(origin)) ? `${HTTPS}${host}` : host
}

const HTTPS = 'https://'

function isHttps(text: string) {
  return text.trim().toLowerCase().startsWith(HTTPS)
}

/**
 * Matches every subdomain but not the domain itself: `*.example.com` allows `shop.example.com`, not `example.com`.
 */
const WILDCARD = '*.'

/**
 * Whether a page's origin is allowed. `sites` as returned by `allowedSiteOf`: an https entry requires https. An
 * empty list allows every origin.
 */
export function isAllowedHost(sites: readonly string[], origin: string): boolean {
  const requested = hostOf(origin)
  const fits = (host: string) =>
    host.startsWith(WILDCARD)
      ? requested.endsWith(host.slice(1)) && requested.length > host.length - 1
      : requested === host
  const admits = (site: string) =>
    site.startsWith(HTTPS) ? isHttps(origin) && fits(site.slice(HTTPS.length)) : fits(site)
  return sites.length === 0 || sites.some(admits)
}

/**
 * Accepts a bare host too and returns its origin, `https://shop.example.com`; undefined for an invalid one. A
 * wildcard requires a domain of at least two labels, because `*.com` would match almost everyone.
 */
export function readOrigin(text: string): string | undefined {
  const trimmed = text.trim()
  const address = trimmed.includes('://') ? trimmed : `https://${trimmed}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isBare = url && ['http:', 'https:'].includes(url.protocol) && `${url.origin}/` === url.href
  return isBare && hasFairAsterisk(url.hostname) ? url.origin : undefined
}

function hasFairAsterisk(name: string) {
  return !name.includes('*') || /^\*\.[^*.]+(\.[^*.]+)+$/.test(name)
}
