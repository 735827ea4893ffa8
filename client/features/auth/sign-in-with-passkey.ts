import { answerWithPasskey } from '#client/api/passkeys.ts'
import type { trpc } from '#client/api/trpc.ts'

type Client = ReturnType<typeof trpc.useUtils>['client']

/** No username is needed: the passkey identifies the account. */
export async function signInWithPasskey(client: Client) {
  const { challengeToken, options } = await client.auth.passkeyOptions.mutate()
  const response = await answerWithPasskey(options)
  return client.auth.passkeyLogin.mutate({ challengeToken, response })
}
