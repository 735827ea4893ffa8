import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { ChallengeRow, PasskeyRow } from '#server/features/auth/second-factor.table.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type { WebAuthnJson } from '#shared/second-factor.ts'
import type { Challenges } from './challenges.ts'
import * as rows from './second-factor.repository.ts'
import { createOptions, reject, requestOptions, siteOf, verifyAnswer, verifyCreated } from './web-authn.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  challenges: Challenges
  publicUrl: string | undefined
}
type Answer = { challengeToken: string; response: WebAuthnJson }
type Place = Pick<RequestOrigin, 'host'>

const MAX_PASSKEYS = 20

/** WebAuthn ceremonies. Every challenge is stored on the server and used once, even by a failed response. */
export function createPasskeysService({ store, newId, now, challenges, publicUrl }: Deps) {
  async function startRegistration({ id, username, sessionId }: Caller, place: Place) {
    const existing = await rows.listPasskeys(store.db, id)
    if (existing.length >= MAX_PASSKEYS) {
      throw new AppError('CONFLICT', 'An account can have 20 passkeys. Remove one first.')
    }
    const { options, challenge } = await createOptions({ id, username }, siteOf(place, publicUrl), existing)
    return issueChallenge({ kind: 'passkey_register', userId: id, sessionId, challenge }, options)
  }

  /** Returns a function that stores the passkey in the caller's transaction. */
  async function finishRegistration(caller: Caller, answer: Answer & { name: string }, place: Place) {
    const site = siteOf(place, publicUrl)
    const challenge = await consumeOwn(answer.challengeToken, 'passkey_register', caller)
    const {
      id: credentialId,
      publicKey,
      counter,
      transports = [],
    } = await verifyCreated(answer.response, challenge.challenge ?? '', site)
    const row: PasskeyRow = {
      id: newId(),
      userId: caller.id,
      credentialId,
      publicKey: Buffer.from(publicKey),
      counter,
      transports,
      rpId: site.rpId,
      name: answer.name,
      createdDate: now(),
      lastUsedDate: null,
    }
    return (tx: Writer) => rows.insertPasskey(tx, row)
  }

  /** Starts a proof for a known account: to complete a sign-in, or for a step-up of `sessionId`. */
  async function startProof(userId: string, sessionId: string | null, place: Place) {
    const site = siteOf(place, publicUrl)
    const found = await rows.listPasskeys(store.db, userId)
    const usable = found.filter(({ rpId }) => rpId === site.rpId)
    if (usable.length === 0) {
      throw new AppError('CONFLICT', 'This account has no passkey for this address.')
    }
    const { options, challenge } = await requestOptions(site, usable)
    return issueChallenge({ kind: 'passkey_proof', userId, sessionId, challenge }, options)
  }

  async function startSignIn(place: Place) {
    const { options, challenge } = await requestOptions(siteOf(place, publicUrl))
    return issueChallenge({ kind: 'passkey_login', challenge }, options)
  }

  /**
   * Returns a function that updates the counter in the caller's transaction. Throws INVALID_INPUT for any other
   * passkey.
   */
  async function prove(userId: string, sessionId: string | null, answer: Answer, place: Place) {
    const challenge = await consumeOwn(answer.challengeToken, 'passkey_proof', { id: userId, sessionId })
    const { passkey, use } = await verify(answer.response, challenge, place)
    return passkey.userId === userId ? use : reject()
  }

  /** Returns the passkey's user, and a function that counts its use. */
  async function proveSignIn(answer: Answer, place: Place) {
    const challenge = await store.transaction((tx) =>
      challenges.consume(tx, answer.challengeToken, 'passkey_login'),
    )
    const { passkey, use } = await verify(answer.response, challenge, place)
    return { userId: passkey.userId, use }
  }

  async function verify(response: WebAuthnJson, { challenge }: ChallengeRow, place: Place) {
    const passkey = (await rows.findPasskey(store.db, String(response.id))) ?? reject()
    const counter = await verifyAnswer(response, challenge ?? '', siteOf(place, publicUrl), passkey)
    const use = async (tx: Writer) => {
      await ((await rows.countPasskeyUse(tx, passkey, counter, now())) ?? reject())
    }
    return { passkey, use }
  }

  async function issueChallenge(row: Parameters<Challenges['issue']>[0], options: WebAuthnJson) {
    const { challengeToken } = await challenges.issue(row)
    return { challengeToken, options }
  }

  async function consumeOwn(
    token: string,
    kind: ChallengeRow['kind'],
    { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
  ) {
    const challenge = await store.transaction((tx) => challenges.consume(tx, token, kind))
    return challenge.userId === id && challenge.sessionId === sessionId ? challenge : reject()
  }

  return { startRegistration, finishRegistration, startProof, startSignIn, prove, proveSignIn }
}

export type PasskeysService = ReturnType<typeof createPasskeysService>
