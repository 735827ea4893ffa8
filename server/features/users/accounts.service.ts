import type { Writer } from '#server/db/store.ts'
import type { CredentialsService } from '#server/features/credentials/credentials.service.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import type { NewUser, UsersService } from './users.service.ts'

type Deps = {
  users: Pick<UsersService, 'create'>
  wallet: Pick<WalletService, 'open' | 'grantPlayMoney'>
  credentials: Pick<CredentialsService, 'offerSandbox'>
  sandbox: boolean
}

/** Creates user, wallet and, in the sandbox, play money, in the caller's transaction. */
export function createAccountsService({ users, wallet, credentials, sandbox }: Deps) {
  async function open(tx: Writer, input: NewUser) {
    const user = await users.create(tx, input)
    await wallet.open(tx, user.id)
    if (sandbox) {
      await wallet.grantPlayMoney(tx, user.id)
      await (user.role === 'ADMIN' && credentials.offerSandbox(tx, user.id))
    }
    return user
  }
  return { open }
}

export type AccountsService = ReturnType<typeof createAccountsService>
