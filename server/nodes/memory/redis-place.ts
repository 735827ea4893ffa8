import type { RedisSettings } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

type Credential = {
  redisCacheHost: string
  redisCachePort: number
  redisCacheUser: string | undefined
  redisCachePwd: string | undefined
  redisCacheSslEnabled: boolean | undefined
  redisUrl: string | undefined
}

export function redisPlace(credential: Credential | undefined, label: string): RedisSettings {
  if (!credential) {
    throw new AppError('INVALID_FLOW', `${label}: choose the credential of a Redis.`)
  }
  if (credential.redisUrl) {
    return fromUrl(credential.redisUrl, label)
  }
  return {
    host: credential.redisCacheHost,
    port: credential.redisCachePort,
    user: credential.redisCacheUser,
    password: credential.redisCachePwd,
    tls: credential.redisCacheSslEnabled,
  }
}

function fromUrl(text: string, label: string): RedisSettings {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '') {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: the address must be like redis://user:password@host:6379/0.`,
    )
  }
  const database = Number(url.pathname.slice(1))
  return {
    host: url.hostname,
    port: Number(url.port || 6379),
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    tls: url.protocol === 'rediss:',
    ...(Number.isInteger(database) && database > 0 && { database }),
  }
}
