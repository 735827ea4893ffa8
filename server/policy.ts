import type { Permission } from '#shared/api-keys.ts'

/**
 * Who may knock at a door. `user` is anybody signed in: whether the thing asked for is his is the service's to say, with
 * NOT_FOUND. `key` is the permission an API key needs; without it no key is accepted at all.
 */
export type Rule = {
  may: 'anyone' | 'user' | 'admin'
  key?: Permission
  /** An ADMIN who looks through a user's eyes may not: it moves money, changes passwords or reads secrets. */
  refusesImpersonator?: true
  /** The thing named in the request belongs to somebody; to others it does not exist. */
  owned?: true
}

/**
 * Every procedure by its name and every plain route by method and address. The one place where rights are written down:
 * a door without a row here keeps the server from being built.
 */
export const policy: Readonly<Record<string, Rule>> = {
  'auth.register': { may: 'anyone' },
  'auth.login': { may: 'anyone' },
  'auth.logout': { may: 'user' },
  'auth.me': { may: 'user' },
  'auth.changePassword': { may: 'user', refusesImpersonator: true },

  'wallet.get': { may: 'user' },
  'wallet.all': { may: 'admin' },
  'wallet.of': { may: 'admin' },
  'wallet.search': { may: 'admin' },
  'wallet.credit': { may: 'admin', refusesImpersonator: true },
  'wallet.set': { may: 'admin', refusesImpersonator: true },
  'wallet.reverse': { may: 'admin', refusesImpersonator: true },
  'wallet.movements': { may: 'user' },
  'wallet.movementsOf': { may: 'admin' },
  'wallet.usageEntries': { may: 'user' },
  'wallet.ledgerState': { may: 'admin' },

  'usage.summary': { may: 'user' },
  'usage.series': { may: 'user' },
  'usage.byFlow': { may: 'user' },
  'usage.byModel': { may: 'user' },
  'usage.caps': { may: 'user' },
  'usage.setCaps': { may: 'user', refusesImpersonator: true },
  'usage.flowCaps': { may: 'user' },
  'usage.setFlowCaps': { may: 'user', refusesImpersonator: true, owned: true },
  'usage.publicPrices': { may: 'anyone' },
  'usage.prices': { may: 'admin' },
  'usage.priceVersions': { may: 'admin' },
  'usage.setPrice': { may: 'admin', refusesImpersonator: true },

  'payments.exchangeRate': { may: 'user' },
  'payments.exchangePreview': { may: 'user' },
  'payments.create': { may: 'user', refusesImpersonator: true },
  'payments.get': { may: 'user', owned: true },
  'payments.list': { may: 'user' },
  'payments.all': { may: 'admin' },
  'payments.refund': { may: 'admin', refusesImpersonator: true },
  'payments.recheck': { may: 'admin', refusesImpersonator: true },
  'payments.cases': { may: 'admin' },
  'payments.closeCase': { may: 'admin', refusesImpersonator: true },

  'flows.list': { may: 'user', key: 'chatflows:view' },
  'flows.summaries': { may: 'user' },
  'flows.get': { may: 'user', key: 'chatflows:view', owned: true },
  'flows.create': { may: 'user', key: 'chatflows:create' },
  'flows.createExample': { may: 'user' },
  'flows.update': { may: 'user', key: 'chatflows:update', owned: true },
  'flows.duplicate': { may: 'user', owned: true },
  'flows.remove': { may: 'user', key: 'chatflows:delete', owned: true },
  'flows.hasChanged': { may: 'user', key: 'chatflows:view', owned: true },
  'flows.validate': { may: 'user', key: 'chatflows:view', owned: true },
  'flows.streaming': { may: 'anyone' },

  'nodes.list': { may: 'user', key: 'chatflows:view' },
  'nodes.get': { may: 'user', key: 'chatflows:view' },
  'nodes.loadOptions': { may: 'user', key: 'chatflows:view' },

  'credentials.kinds': { may: 'user', key: 'credentials:view' },
  'credentials.kind': { may: 'user', key: 'credentials:view' },
  'credentials.list': { may: 'user', key: 'credentials:view' },
  'credentials.get': { may: 'user', key: 'credentials:view', refusesImpersonator: true, owned: true },
  'credentials.create': { may: 'user', key: 'credentials:create', refusesImpersonator: true },
  'credentials.update': { may: 'user', key: 'credentials:update', refusesImpersonator: true, owned: true },
  'credentials.remove': { may: 'user', key: 'credentials:delete', refusesImpersonator: true, owned: true },

  'variables.list': { may: 'admin', key: 'variables:view' },
  'variables.create': { may: 'admin', key: 'variables:create' },
  'variables.update': { may: 'admin', key: 'variables:update' },
  'variables.delete': { may: 'admin', key: 'variables:delete' },

  'apiKeys.list': { may: 'admin', key: 'apikeys:view' },
  'apiKeys.create': { may: 'admin', refusesImpersonator: true },
  'apiKeys.update': { may: 'admin', refusesImpersonator: true },
  'apiKeys.remove': { may: 'admin', refusesImpersonator: true },

  'chat.ask': { may: 'user', owned: true },
  'chat.messages': { may: 'user', owned: true },
  'chat.clear': { may: 'user', owned: true },
  'chat.stop': { may: 'user', owned: true },
  'chat.abort': { may: 'anyone' },
  'runs.watch': { may: 'user', owned: true },
  'runs.get': { may: 'user', owned: true },

  'messages.list': { may: 'user', key: 'chatflows:view', owned: true },
  'messages.listInternal': { may: 'user', key: 'chatflows:view', owned: true },
  'messages.remove': { may: 'user', key: 'chatflows:update', owned: true },

  'version.get': { may: 'anyone' },

  'GET /api/v1/ping': { may: 'anyone' },
  'GET /api/v1/health': { may: 'anyone' },
  'GET /api/v1/openapi.json': { may: 'anyone' },
  'GET /api/docs': { may: 'anyone' },
  'GET /api/v1/node-icon/:name': { may: 'anyone' },
  'GET /api/v1/wallets/me/movements.csv': { may: 'user' },
  // Whether the flow answers its caller is the chat service's to say: owner, bound key, or anybody when it is public.
  'POST /api/v1/prediction/:id': { may: 'anyone' },
  // It carries its own proof: the provider's signature.
  'POST /api/v1/payments/callback': { may: 'anyone' },
  'POST /api/v1/internal-prediction/:id': { may: 'user', key: 'chatflows:view', owned: true },
}
