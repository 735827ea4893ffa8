import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { toServiceError } from '#server/engine/service-error.ts'
import { AppError } from '#shared/errors.ts'
import { isPublicAddress } from './public-address.ts'

type Judge = {
  /** `host:port` pairs of internal services that are allowed despite the guard. */
  allow: readonly string[]
  lookup?: (host: string) => Promise<{ address: string }[]>
}

const find = (host: string) => lookup(host, { all: true })

/**
 * For connections other than HTTP: returns the checked address to connect to. Throws FORBIDDEN unless all
 * addresses of the host are public or the pair is allowed.
 */
export async function judgeAddress(
  host: string,
  port: number,
  { allow, lookup = find }: Judge,
): Promise<string> {
  const bare = host
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
  if (allow.some((pair) => pair.toLowerCase() === `${bare}:${port}`)) {
    return bare
  }
  // A host with a path would connect to a Unix socket on this machine.
  const addresses =
    isIP(bare) > 0 ? [{ address: bare }] : /^[\w.-]+$/.test(bare) ? await lookUp(bare, lookup) : []
  const [first] = addresses
  if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new AppError(
      'FORBIDDEN',
      `This server cannot call ${host}:${port}: it is a private address. An admin can allow it with OUTGOING_ALLOW.`,
    )
  }
  return first.address
}

async function lookUp(host: string, find: NonNullable<Judge['lookup']>) {
  try {
    return await find(host)
  } catch (error) {
    throw toServiceError(Object.assign(new Error('Unknown.', { cause: error }), { code: 'ENOTFOUND' }), {
      service: host,
    })
  }
}
