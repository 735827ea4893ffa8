import { AppError } from '#shared/errors.ts'
import type { WebAuthnJson } from '#shared/second-factor.ts'

// Loaded on the first click on a passkey button.
const load = () => import('@simplewebauthn/browser')
type Browser = Awaited<ReturnType<typeof load>>
type CreateOptions = Parameters<Browser['startRegistration']>[0]['optionsJSON']
type GetOptions = Parameters<Browser['startAuthentication']>[0]['optionsJSON']

/** Creates a passkey on the device. Throws an AppError with a message for the user. */
export async function createPasskey(options: WebAuthnJson): Promise<WebAuthnJson> {
  const { startRegistration } = await load()
  const created = await startRegistration({ optionsJSON: options as unknown as CreateOptions }).catch(explain)
  return created as unknown as WebAuthnJson
}

/** Signs the challenge with a passkey of the device. Throws an AppError with a message for the user. */
export async function answerWithPasskey(options: WebAuthnJson): Promise<WebAuthnJson> {
  const { startAuthentication } = await load()
  const answer = await startAuthentication({ optionsJSON: options as unknown as GetOptions }).catch(explain)
  return answer as unknown as WebAuthnJson
}

function explain(error: unknown): never {
  const { name } = error instanceof Error ? error : { name: '' }
  // Browsers do not report whether the prompt was closed or no passkey matched.
  if (name === 'NotAllowedError' || name === 'AbortError') {
    throw new AppError('INVALID_INPUT', 'No passkey was used. Try again or use another way.', {
      cause: error,
    })
  }
  if (name === 'InvalidStateError') {
    throw new AppError('CONFLICT', 'This device already has a passkey for your account.', { cause: error })
  }
  throw new AppError('INVALID_INPUT', 'Passkeys do not work in this browser or at this address.', {
    cause: error,
  })
}
