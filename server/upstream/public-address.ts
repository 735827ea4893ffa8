import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address is on the public internet. Loopback, private, link-local (cloud metadata), shared, reserved
 * and multicast addresses are not. IPv4 inside IPv6 is checked as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  const address = parse(text)
  if (!address) {
    return false
  }
  const judged = address.kind() === 'ipv6' ? unwrap(address as ipaddr.IPv6) : address
  return judged !== undefined && judged.range() === 'unicast' && isGlobal(judged) && !isOurs(judged)
}

function parse(text: string) {
  // This notation of IPv4 inside IPv6 is deprecated, and the parser mistakes it for the other one.
  if (text.includes(':') && text.includes('.') && !/ffff:/i.test(text)) {
    return undefined
  }
  try {
    return ipaddr.parse(text)
  } catch {
    return undefined
  }
}

/** The IPv4 address inside a mapped or NAT64 address; other tunnels are rejected, because nothing needs them. */
function unwrap(address: ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const range = address.range()
  if (range === 'ipv4Mapped') {
    return address.toIPv4Address()
  }
  if (range === 'rfc6052') {
    return address.parts[2] === 0 ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : undefined
  }
  return address
}

// Only 2000::/3 is allocated; other unicast ranges of ipaddr.js (such as ::a.b.c.d) are not routed.
function isGlobal(address: ipaddr.IPv4 | ipaddr.IPv6) {
  return address.kind() === 'ipv4' || ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1
}

// A public address of this machine leads back to its own services.
function isOurs(address: ipaddr.IPv4 | ipaddr.IPv6) {
  const normal = address.toNormalizedString()
  return Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .some((own) => parse(own.address.replace(/%.*$/, ''))?.toNormalizedString() === normal)
}
