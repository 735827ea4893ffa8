import { Secret, TOTP } from 'otpauth'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { PasskeyOptions } from '#shared/second-factor.ts'

type Session = { token: string }
type Challenge = ErrorBody & { details: { challengeToken: string; methods: string[] } }

export async function openAccounts(env?: Record<string, string>) {
  const clock = { now: new Date('2026-03-01T10:00:00Z') }
  const world = await createTestApp({ now: () => clock.now, ...(env && { env }) })
  const { app, signUp } = world
  const root = await signUp('root')
  const ada = await signUp('ada')

  const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers })
  const login = (username: string, password = passwordOf(username)) =>
    post('/auth/login', { username, password })
  const challengeOf = async (username: string) =>
    (await login(username)).json<Challenge>().details.challengeToken
  const finish = (challengeToken: string, proof: object) =>
    post('/auth/login/second-factor', { challengeToken, ...proof })

  const mutate = async <Data>(path: string, input?: object, headers: Record<string, string> = {}) => {
    const response = await app.inject({
      method: 'POST',
      url: `/trpc/${path}`,
      headers: { host: 'localhost', ...headers },
      payload: input ?? {},
    })
    const body = response.json()
    return {
      status: response.statusCode,
      data: body.result?.data as Data,
      error: body.error?.data?.error as ErrorBody | undefined,
    }
  }

  /** Sets up an authenticator app and advances the clock by one step, so that a fresh code is available. */
  async function addTotp(person: typeof ada) {
    const { secret } = (await person.call('POST', '/auth/second-factor/totp')).json<{ secret: string }>()
    const code = () => codeOf(secret, clock.now)
    const confirmed = await person.call('POST', '/auth/second-factor/totp/confirm', { code: code() })
    later(30)
    return { secret, code, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes }
  }

  function later(seconds: number) {
    clock.now = new Date(clock.now.getTime() + seconds * 1_000)
  }

  async function actionsOf() {
    return (await world.services.audit.list({ limit: 50 })).items.map(({ action }) => action)
  }

  const asOf = ({ token }: Session) => ({ authorization: `Bearer ${token}` })
  return {
    ...world,
    clock,
    root,
    ada,
    post,
    login,
    challengeOf,
    finish,
    mutate,
    addTotp,
    later,
    actionsOf,
    asOf,
  }
}

export function codeOf(secret: string, now: Date) {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
}

export type Started = PasskeyOptions
