import { AppError } from '#shared/errors.ts'
import { isCommon } from './common-passwords.ts'
import { hashPassword } from './password.ts'

const SHORTEST = 8
/** Shorter names occur in too many sentences. */
const SHORTEST_NAME = 3

type About = { username: string; email: string }

export function createPasswordsService() {
  /** Returns the hash. Throws INVALID_INPUT with the field's name for a weak password. */
  async function choose(password: string, about: About, field = 'password') {
    const sentence = weaknessOf(password, about)
    if (sentence) {
      throw new AppError('INVALID_INPUT', sentence, { details: { [field]: [sentence] } })
    }
    return hashPassword(password)
  }

  return { choose }
}

/**
 * Reason why a password is easily guessed, as a sentence. The user's own name and the product's are removed first;
 * the rest must be long enough and not a common password.
 */
export function weaknessOf(password: string, { username, email }: About): string | undefined {
  if (isCommon(password)) {
    return 'This password is used by too many people. Choose another one.'
  }
  const [local = ''] = email.split('@')
  const names = [username, local, 'flowtill'].filter((name) => name.length >= SHORTEST_NAME)
  const rest = names.reduce((text, name) => text.replaceAll(name.toLowerCase(), ''), password.toLowerCase())
  const isNamed = rest.length < password.length
  return isNamed && (rest.length < SHORTEST || isCommon(rest))
    ? 'This password is too close to your name or to the name of this product. Choose another one.'
    : undefined
}

export type PasswordsService = ReturnType<typeof createPasswordsService>
