import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address lies on the public internet. Everything else is somebody's inner network: loopback, private,
 * link-local (where clouds keep their metadata), shared, reserved, multicast. IPv4 hidden inside IPv6 is judged as IPv4.
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
  // Of the two ways to write IPv4 inside IPv6 this one is long out of use, and the parser takes it for the other.
  if (text.includes(':') && text.includes('.') && !/ffff:/i.test(text)) {
    return undefined
  }
  try {
    return ipaddr.parse(text)
  } catch {
    return undefined
  }
}

/** The IPv4 address a mapped or NAT64 one stands for; other tunnels are refused, as nobody needs them. */
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

// Only 2000::/3 has been given out; what ipaddr.js calls unicast beyond it (::a.b.c.d among others) is not routed.
function isGlobal(address: ipaddr.IPv4 | ipaddr.IPv6) {
  return address.kind() === 'ipv4' || ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1
}

// A public address of this very machine leads back inside.
function isOurs(address: ipaddr.IPv4 | ipaddr.IPv6) {
  const normal = address.toNormalizedString()
  return Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .some((own) => parse(own.address.replace(/%.*$/, ''))?.toNormalizedString() === normal)
}
