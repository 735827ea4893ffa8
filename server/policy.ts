import { ASK_FLOWS, type Permission } from '#shared/api-keys.ts'
import type { AuditEntry } from '#shared/audit.ts'
import type { Limit } from './features/auth/attempt-limits.service.ts'

/**
 * Who may knock at a door. `user` is anybody signed in: whether the thing asked for is his is the service's to say, with
 * NOT_FOUND. `key` is the permission an API key needs; without it no key is accepted at all.
 */
export type Rule = {
  may: 'anyone' | 'user' | 'admin'
  key?: Permission
  /** Costs the flow's owner money: a key needs `flows:ask` too, also where anybody may call. */
  spends?: true
  /** An ADMIN who looks through a user's eyes may not: it moves money, changes passwords or reads secrets. */
  refusesImpersonator?: true
  /** The thing named in the request belongs to somebody; to others it does not exist. */
  owned?: true
  /** A MODERATOR may too, whoever owns the thing: conversations are read by owners and moderators. */
  moderated?: true
  /** Chat clients on pages of other sites may call it, as far as the flow they ask lets their site in (http/cors.ts). */
  embed?: true
  /** Moves money or shows a key: the session must have been confirmed within the last minutes, by a sign-in or a step-up. */
  /** `withFactor`: only of accounts that have a second factor, because the request itself carries the password. */
  stepUp?: true | 'withFactor'
  /** Open also to whoever must set up a second factor first. */
  enrolling?: true
  /** Calls are counted per caller: it is about money, secrets or passwords. */
  limit?: Limit
  /**
   * How the audit trail tells of what was done here, where it is not what an ADMIN does to others. `self`: the service records
   * it in the transaction of the act, as all that concerns money, accounts and secrets must be.
   */
  audit?: AuditEntry['kind'] | 'self'
}

/**
 * Every procedure by its name and every plain route by method and address. The one place where rights are written down:
 * a door without a row here keeps the server from being built.
 */
export const policy: Readonly<Record<string, Rule>> = {
  'auth.register': { may: 'anyone' },
  'auth.login': { may: 'anyone' },
  'auth.loginSecondFactor': { may: 'anyone' },
  'auth.loginPasskeyProof': { may: 'anyone' },
  'auth.passkeyOptions': { may: 'anyone' },
  'auth.passkeyLogin': { may: 'anyone' },
  'auth.logout': { may: 'user', enrolling: true, audit: 'self' },
  'auth.me': { may: 'user', enrolling: true },
  'auth.changePassword': { may: 'user', refusesImpersonator: true, stepUp: 'withFactor', audit: 'self' },
  'auth.forgotPassword': { may: 'anyone' },
  'auth.resetPassword': { may: 'anyone' },
  'auth.endImpersonation': { may: 'user', audit: 'self' },
  'auth.sessions': { may: 'user', refusesImpersonator: true },
  'auth.endSession': { may: 'user', refusesImpersonator: true, audit: 'self' },
  'auth.endOtherSessions': { may: 'user', refusesImpersonator: true, audit: 'self' },

  'secondFactor.status': { may: 'user', refusesImpersonator: true, enrolling: true },
  'secondFactor.stepUp': { may: 'user', refusesImpersonator: true, enrolling: true, audit: 'self' },
  'secondFactor.stepUpPasskey': { may: 'user', refusesImpersonator: true, enrolling: true },
  'secondFactor.startTotp': { may: 'user', refusesImpersonator: true, stepUp: true, enrolling: true },
  'secondFactor.confirmTotp': { may: 'user', refusesImpersonator: true, enrolling: true, audit: 'self' },
  'secondFactor.removeTotp': { may: 'user', refusesImpersonator: true, stepUp: true, audit: 'self' },
  'secondFactor.startPasskey': { may: 'user', refusesImpersonator: true, stepUp: true, enrolling: true },
  'secondFactor.addPasskey': { may: 'user', refusesImpersonator: true, enrolling: true, audit: 'self' },
  'secondFactor.renamePasskey': { may: 'user', refusesImpersonator: true },
  'secondFactor.removePasskey': { may: 'user', refusesImpersonator: true, stepUp: true, audit: 'self' },
  'secondFactor.replaceRecoveryCodes': {
    may: 'user',
    refusesImpersonator: true,
    stepUp: true,
    audit: 'self',
  },
  'secondFactor.requirement': { may: 'admin' },
  'secondFactor.setRequirement': { may: 'admin', refusesImpersonator: true, stepUp: true, audit: 'self' },

  'profile.get': { may: 'user' },
  'profile.save': { may: 'user' },

  'users.list': { may: 'admin' },
  'users.create': { may: 'admin', refusesImpersonator: true, limit: 'account:caller', audit: 'self' },
  'users.update': { may: 'admin', refusesImpersonator: true, limit: 'account:caller', audit: 'self' },
  'users.remove': { may: 'admin', refusesImpersonator: true, limit: 'account:caller', audit: 'self' },
  'users.impersonate': {
    may: 'admin',
    refusesImpersonator: true,
    limit: 'impersonate:caller',
    audit: 'self',
  },
  'users.resetSecondFactor': {
    may: 'admin',
    refusesImpersonator: true,
    stepUp: true,
    limit: 'account:caller',
    audit: 'self',
  },
  'users.resetLink': { may: 'admin', refusesImpersonator: true, limit: 'account:caller', audit: 'self' },

  'audit.list': { may: 'admin' },
  'audit.mine': { may: 'user' },

  'notifications.list': { may: 'user' },
  // An ADMIN who looks through a user's eyes does not read in their place.
  'notifications.markRead': { may: 'user', refusesImpersonator: true },

  'wallet.get': { may: 'user' },
  'wallet.all': { may: 'admin' },
  'wallet.of': { may: 'admin' },
  'wallet.search': { may: 'admin' },
  'wallet.credit': {
    may: 'admin',
    refusesImpersonator: true,
    stepUp: true,
    limit: 'money:caller',
    audit: 'self',
  },
  'wallet.set': {
    may: 'admin',
    refusesImpersonator: true,
    stepUp: true,
    limit: 'money:caller',
    audit: 'self',
  },
  'wallet.reverse': {
    may: 'admin',
    refusesImpersonator: true,
    stepUp: true,
    limit: 'money:caller',
    audit: 'self',
  },
  'wallet.approvals.list': { may: 'admin' },
  'wallet.approvals.approve': {
    may: 'admin',
    refusesImpersonator: true,
    stepUp: true,
    limit: 'money:caller',
    audit: 'self',
  },
  'wallet.approvals.reject': {
    may: 'admin',
    refusesImpersonator: true,
    limit: 'money:caller',
    audit: 'self',
  },
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
  'usage.setPrice': { may: 'admin', refusesImpersonator: true, audit: 'self' },

  'payment.exchangeRate': { may: 'user' },
  'payment.exchangePreview': { may: 'user' },
  'payment.create': { may: 'user', refusesImpersonator: true, limit: 'payment:caller' },
  'payment.get': { may: 'user', owned: true },
  'payment.list': { may: 'user' },
  'payment.all': { may: 'admin' },
  'payment.refund': {
    may: 'admin',
    refusesImpersonator: true,
    stepUp: true,
    limit: 'money:caller',
    audit: 'self',
  },
  'payment.recheck': { may: 'admin', refusesImpersonator: true },
  'payment.cases': { may: 'admin' },
  'payment.closeCase': { may: 'admin', refusesImpersonator: true, audit: 'self' },

  'flows.list': { may: 'user', key: 'chatflows:view' },
  'flows.summaries': { may: 'user' },
  'flows.get': { may: 'user', key: 'chatflows:view', owned: true },
  'flows.head': { may: 'user', owned: true },
  'flows.draft': { may: 'user', owned: true },
  'flows.begin': { may: 'user' },
  'flows.saveDraft': { may: 'user', owned: true },
  'flows.publish': { may: 'user', owned: true },
  'flows.versions.list': { may: 'user', owned: true },
  'flows.versions.get': { may: 'user', owned: true },
  'flows.versions.save': { may: 'user', owned: true },
  'flows.versions.keep': { may: 'user', owned: true },
  'flows.versions.name': { may: 'user', owned: true },
  'flows.versions.restore': { may: 'user', owned: true },
  'flows.versions.publish': { may: 'user', owned: true },
  'flows.versions.duplicate': { may: 'user', owned: true },
  'flows.create': { may: 'user', key: 'chatflows:create' },
  'flows.createExample': { may: 'user' },
  'flows.update': { may: 'user', key: 'chatflows:update', owned: true },
  'flows.duplicate': { may: 'user', owned: true },
  'flows.remove': { may: 'user', key: 'chatflows:delete', owned: true },
  'flows.config': { may: 'user', owned: true },
  'flows.saveConfig': { may: 'user', owned: true },
  'flows.hasChanged': { may: 'user', key: 'chatflows:view', owned: true },
  'flows.overridable': { may: 'user', key: 'chatflows:view', owned: true },
  'flows.validate': { may: 'user', key: 'chatflows:view', owned: true },
  'flows.streaming': { may: 'anyone', embed: true },

  'presence.here': { may: 'user', owned: true },

  'nodes.list': { may: 'user', key: 'chatflows:view' },
  'nodes.summaries': { may: 'user', key: 'chatflows:view' },
  'nodes.templates': { may: 'user', key: 'chatflows:view' },
  'nodes.get': { may: 'user', key: 'chatflows:view' },
  'nodes.category': { may: 'user', key: 'chatflows:view' },
  'nodes.config': { may: 'user', key: 'chatflows:view' },
  'nodes.loadOptions': { may: 'user', key: 'chatflows:view' },
  'nodes.fetchLinks': { may: 'user', key: 'chatflows:view', limit: 'crawl:caller' },

  'credentials.kinds': { may: 'user', key: 'credentials:view' },
  'credentials.kind': { may: 'user', key: 'credentials:view' },
  'credentials.list': { may: 'user', key: 'credentials:view' },
  'credentials.get': {
    may: 'user',
    key: 'credentials:view',
    refusesImpersonator: true,
    owned: true,
    limit: 'secret:caller',
  },
  'credentials.create': { may: 'user', key: 'credentials:create', refusesImpersonator: true, audit: 'self' },
  'credentials.update': {
    may: 'user',
    key: 'credentials:update',
    refusesImpersonator: true,
    owned: true,
    audit: 'self',
  },
  'credentials.remove': {
    may: 'user',
    key: 'credentials:delete',
    refusesImpersonator: true,
    owned: true,
    audit: 'self',
  },
  'credentials.uses': { may: 'user' },
  'credentials.usesOf': { may: 'user', owned: true },
  'defaultModel.get': { may: 'user' },
  'defaultModel.offers': { may: 'admin', refusesImpersonator: true },
  'defaultModel.connect': { may: 'admin', refusesImpersonator: true, limit: 'secret:caller' },
  'defaultModel.set': { may: 'admin', refusesImpersonator: true, limit: 'secret:caller', audit: 'self' },
  'defaultModel.clear': { may: 'admin', refusesImpersonator: true, audit: 'self' },
  'credentials.test': { may: 'user', refusesImpersonator: true, owned: true, limit: 'secret:caller' },

  'variables.list': { may: 'admin', key: 'variables:view' },
  'variables.create': { may: 'admin', key: 'variables:create' },
  'variables.update': { may: 'admin', key: 'variables:update' },
  'variables.delete': { may: 'admin', key: 'variables:delete' },
  'variables.uses': { may: 'admin' },

  // Everybody may begin from a template; the gallery and one's own are an ADMIN's.
  'templates.gallery': { may: 'user' },
  'templates.starters': { may: 'user' },
  'templates.get': { may: 'user' },
  'templates.community': { may: 'user', key: 'chatflows:view' },
  'templates.own': { may: 'admin', key: 'chatflows:view' },
  'templates.save': { may: 'admin', key: 'chatflows:create' },
  'templates.remove': { may: 'admin', key: 'chatflows:delete' },
  'templates.parts.list': { may: 'user' },
  'templates.parts.get': { may: 'user' },
  'templates.parts.save': { may: 'user' },
  'templates.parts.rename': { may: 'user' },
  'templates.parts.remove': { may: 'user' },

  'tools.list': { may: 'admin', key: 'tools:view' },
  'tools.get': { may: 'admin', key: 'tools:view' },
  'tools.create': { may: 'admin', key: 'tools:create' },
  'tools.update': { may: 'admin', key: 'tools:update' },
  'tools.remove': { may: 'admin', key: 'tools:delete' },
  'tools.test': { may: 'admin' },
  'tools.uses': { may: 'admin' },
  'tools.runFunction': { may: 'user', key: 'tools:view' },

  'assistants.list': { may: 'admin', key: 'assistants:view' },
  'assistants.get': { may: 'admin', key: 'assistants:view' },
  'assistants.create': { may: 'admin', key: 'assistants:create' },
  'assistants.update': { may: 'admin', key: 'assistants:update' },
  'assistants.remove': { may: 'admin', key: 'assistants:delete' },

  // Everybody, over what he owns; which sections that is, the service knows.
  'exportImport.counts': { may: 'user' },
  'exportImport.export': { may: 'user' },
  'POST /api/v1/export-import/export': { may: 'user', key: 'workspace:export' },
  'POST /api/v1/export-import/preview': { may: 'user', key: 'workspace:import' },
  'POST /api/v1/export-import/import': { may: 'user', key: 'workspace:import', refusesImpersonator: true },

  'sharing.get': { may: 'user', owned: true },
  'sharing.save': { may: 'user', owned: true },

  'apiKeys.list': { may: 'admin', key: 'apikeys:view' },
  'apiKeys.create': {
    may: 'admin',
    refusesImpersonator: true,
    stepUp: true,
    limit: 'secret:caller',
    audit: 'self',
  },
  'apiKeys.update': { may: 'admin', refusesImpersonator: true, audit: 'self' },
  'apiKeys.remove': { may: 'admin', refusesImpersonator: true, audit: 'self' },

  'chat.ask': { may: 'user', owned: true, refusesImpersonator: true },
  'chat.estimate': { may: 'user', owned: true },
  'chatbot.offers': { may: 'user', owned: true },
  'chat.messages': { may: 'user', owned: true },
  'chat.clear': { may: 'user', owned: true },
  'chat.stop': { may: 'user', owned: true },
  'chat.abort': { may: 'anyone', embed: true },
  'runs.watch': { may: 'user', owned: true },
  'runs.get': { may: 'user', owned: true },
  'runs.list': { may: 'user', owned: true },
  'runs.filled': { may: 'user', owned: true },
  'runs.trace': { may: 'user', owned: true },
  'runs.before': { may: 'user', owned: true },

  'feedback.list': { may: 'user', key: 'chatflows:view', owned: true },
  'feedback.rate': { may: 'user', owned: true },
  // People's details: for somebody who is there, not for a key.
  'leads.list': { may: 'user', owned: true },
  'leads.remove': { may: 'user' },
  'leads.try': { may: 'user', owned: true },
  'speaking.speak': { may: 'user', owned: true, refusesImpersonator: true },
  'speaking.try': { may: 'user', owned: true, refusesImpersonator: true },
  'speaking.voices': { may: 'user', key: 'credentials:view', limit: 'secret:caller' },
  // A model is asked at the cost of the flow's owner.
  'writing.instruction': { may: 'user', owned: true, refusesImpersonator: true },
  'writing.steps': { may: 'user', owned: true, refusesImpersonator: true },
  'messages.stats': { may: 'user', key: 'chatflows:view', owned: true, moderated: true },
  'messages.list': { may: 'user', key: 'chatflows:view', owned: true, moderated: true },
  'messages.listInternal': { may: 'user', key: 'chatflows:view', owned: true, moderated: true },
  'messages.remove': { may: 'user', key: 'chatflows:update', owned: true },

  'version.get': { may: 'anyone' },
  'version.settings': { may: 'anyone' },
  'version.address': { may: 'anyone' },
  'version.latest': { may: 'user' },

  'GET /api/v1/ping': { may: 'anyone' },
  'GET /api/v1/health': { may: 'anyone' },
  'GET /api/v1/openapi.json': { may: 'anyone' },
  'GET /api/docs': { may: 'anyone' },
  'GET /api/docs.js': { may: 'anyone' },
  'GET /api/v1/node-icon/:name': { may: 'anyone' },
  'GET /api/v1/components-credentials-icon/:name': { may: 'anyone' },
  // The key in the path is the proof; tries are counted by address.
  'GET /api/v1/verify/apikey/:apikey': { may: 'anyone' },
  'GET /api/v1/chatflows/apikey/:apikey': { may: 'anyone' },
  'GET /api/v1/public-chatflows/:id': { may: 'anyone', embed: true },
  // A profile is its user's and any ADMIN's; with fields of an account it is `users.update`, whose row counts as well.
  'PUT /api/v1/auth/users/:id': { may: 'user' },
  'GET /api/v1/avatars/:userId': { may: 'user' },
  'PUT /api/v1/avatars': { may: 'user' },
  'DELETE /api/v1/avatars': { may: 'user' },
  'GET /api/v1/wallets/me/movements.csv': { may: 'user' },
  // What a chat client is told of a flow, for whoever may ask it.
  'GET /api/v1/public-chatbotConfig/:id': { may: 'anyone', embed: true },
  'GET /api/v1/chatflows-uploads/:id': { may: 'anyone', embed: true },
  // What visitors think of answers and leave of themselves: whoever may ask the flow.
  'POST /api/v1/feedback': { may: 'anyone', embed: true },
  'POST /api/v1/feedback/:id': { may: 'anyone', embed: true },
  'PUT /api/v1/feedback/:id': { may: 'anyone', embed: true },
  // What is read aloud is an answer that is stored, in the voice and at the cost of the flow's owner.
  'POST /api/v1/text-to-speech/generate': {
    may: 'anyone',
    spends: true,
    refusesImpersonator: true,
    embed: true,
  },
  'POST /api/v1/text-to-speech/abort': { may: 'anyone', embed: true },
  'POST /api/v1/leads': { may: 'anyone', embed: true },
  // Whether the flow answers its caller is the chat service's to say: owner, bound key, or anybody when it is public.
  // Who may is the flow's to say: files belong to whoever may ask it.
  'GET /api/v1/get-upload-file': { may: 'anyone', embed: true },
  'POST /api/v1/attachments/:chatflowId/:chatId': {
    may: 'anyone',
    spends: true,
    refusesImpersonator: true,
    embed: true,
  },
  'POST /api/v1/prediction/:id': { may: 'anyone', spends: true, refusesImpersonator: true, embed: true },
  // Embedded chats send files for the flow's store, with a key of its owner.
  'POST /api/v1/vector/upsert/:id': {
    may: 'user',
    key: 'chatflows:update',
    spends: true,
    owned: true,
    refusesImpersonator: true,
    embed: true,
  },
  'POST /api/v1/vector/internal-upsert/:id': {
    may: 'user',
    key: 'chatflows:update',
    spends: true,
    owned: true,
    refusesImpersonator: true,
  },
  // It carries its own proof: the provider's signature.
  'POST /api/v1/payments/callback': { may: 'anyone' },
  'POST /api/v1/internal-prediction/:id': {
    may: 'user',
    key: ASK_FLOWS,
    spends: true,
    owned: true,
    refusesImpersonator: true,
  },
}
