import { answerWithPasskey } from '#client/api/passkeys.ts'
import type { trpc } from '#client/api/trpc.ts'

type Client = ReturnType<typeof trpc.useUtils>['client']

/** Without a name: the passkey says whose account it is. */
export async function signInWithPasskey(client: Client) {
  const { challengeToken, options } = await client.auth.passkeyOptions.mutate()
  const response = await answerWithPasskey(options)
  return client.auth.passkeyLogin.mutate({ challengeToken, response })
}
