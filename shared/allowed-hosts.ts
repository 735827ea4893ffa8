/** `shop.example.com:8443` of an address or of a bare name, small; of a pattern `*.example.com` as well. */
export function hostOf(origin: unknown): string {
  const text = String(origin).trim()
  return (URL.canParse(text) ? new URL(text).host : text).toLowerCase()
}

/** Every name below it, and not the bare one: `*.example.com` lets in `shop.example.com`, not `example.com`. */
const anyBelow = '*.'

/** Whether a page may ask, by its host alone. `hosts` as `hostOf` gives them; an empty list keeps nobody out. */
export function isAllowedHost(hosts: readonly string[], origin: string): boolean {
  const asked = hostOf(origin)
  const fits = (host: string) =>
    host.startsWith(anyBelow)
      ? asked.endsWith(host.slice(1)) && asked.length > host.length - 1
      : asked === host
  return hosts.length === 0 || hosts.some(fits)
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
