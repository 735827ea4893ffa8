import { Secret, TOTP } from 'otpauth'
import { createPasskeyDevice } from '#server/testing/passkey-device.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import type { Session } from '#shared/auth.ts'
import type { PasskeyOptions } from '#shared/second-factor.ts'

/** Root and ada with a fake server clock; the client's timers are real. */
export async function openGuarded() {
  const clock = { now: new Date() }
  const { app, signUp } = await createTestApp({ now: () => clock.now })
  const root = await signUp('root')
  const ada = await signUp('ada')
  const later = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1_000)
  }
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now.getTime() })

  async function addTotp(person: typeof ada) {
    const { secret } = (await person.call('POST', '/auth/second-factor/totp')).json<{ secret: string }>()
    const confirmed = await person.call('POST', '/auth/second-factor/totp/confirm', { code: codeOf(secret) })
    later(30)
    return { secret, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes }
  }

  async function addPasskey({ token }: typeof ada, name: string) {
    const headers = { host: 'localhost', authorization: `Bearer ${token}` }
    const mutate = (procedure: string, payload: object) =>
      app.inject({ method: 'POST', url: `/trpc/secondFactor.${procedure}`, headers, payload })
    const started = await mutate('startPasskey', {})
    const { challengeToken, options } = started.json<{ result: { data: PasskeyOptions } }>().result.data
    await mutate('addPasskey', { challengeToken, response: createPasskeyDevice().create(options), name })
  }

  async function signIn(username: string) {
    const payload = { username, password: passwordOf(username) }
    return (await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })).json<Session>()
  }

  return { app, root, ada, later, codeOf, addTotp, addPasskey, signIn }
}
