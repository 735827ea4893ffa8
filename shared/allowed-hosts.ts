/** `shop.example.com:8443` of an address or of a bare name, small; of a pattern `*.example.com` as well. */
export function hostOf(origin: unknown): string {
  const text = String(origin).trim()
  return (URL.canParse(text) ? new URL(text).host : text).toLowerCase()
}

/** Like `hostOf`, with `https://` before it where the address says so. */
export function allowedSiteOf(origin: unknown): string {
  const host = hostOf(origin)
  return isHttps(String(origin)) ? `${HTTPS}${host}` : host
}

const HTTPS = 'https://'

function isHttps(text: string) {
  return text.trim().toLowerCase().startsWith(HTTPS)
}

/** Every name below it, and not the bare one: `*.example.com` lets in `shop.example.com`, not `example.com`. */
const anyBelow = '*.'

/**
 * Whether a page may ask. `sites` as `allowedSiteOf` gives them: one written with https is that site over https alone. An
 * empty list keeps nobody out.
 */
export function isAllowedHost(sites: readonly string[], origin: string): boolean {
  const requested = hostOf(origin)
  const fits = (host: string) =>
    host.startsWith(anyBelow)
      ? requested.endsWith(host.slice(1)) && requested.length > host.length - 1
      : requested === host
  const admits = (site: string) =>
    site.startsWith(HTTPS) ? isHttps(origin) && fits(site.slice(HTTPS.length)) : fits(site)
  return sites.length === 0 || sites.some(admits)
}

/**
 * `https://shop.example.com`, also of a bare host; undefined for what is no origin. An asterisk may stand for what is before
 * a domain of at least two names: `*.com` would be everybody's.
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
