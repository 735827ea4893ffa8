import type { AnyProcedure } from '@trpc/server'
import { ASK_FLOWS, type Permission } from '#shared/api-keys.ts'
import type { AuditEntry } from '#shared/audit.ts'
import type { Limit } from './features/auth/attempt-limits.service.ts'
import type { AppRouter } from './router.ts'

/**
 * Who may call an endpoint. `user` is everyone signed in: services reject what belongs to others with NOT_FOUND.
 * `key` is the permission an API key needs; without it no key is accepted at all.
 */
export type Rule = {
  may: 'anyone' | 'user' | 'admin'
  key?: Permission
  /** Spends the owner's money: a key needs `flows:ask` too, even where anonymous calls are allowed. */
  spends?: true
  /** Rejected while an ADMIN impersonates a user: it moves money, changes passwords or reads secrets. */
  rejectsImpersonator?: true
  /** The requested object has an owner; other users get NOT_FOUND. */
  owned?: true
  /** MODERATORs may call it for any owner: conversations are read by owners and moderators. */
  moderated?: true
  /** ADMINs may call it for any owner. */
  administered?: true
  /** Chat clients on other sites may call it if the flow allows their site (http/cors.ts). */
  embed?: true
  /**
   * Moves money or shows a key: requires a sign-in or step-up within the last minutes. `withFactor`: only for accounts
   * with a second factor, because the request itself contains the password.
   */
  stepUp?: true | 'withFactor'
  /** Also allowed before a required second factor is set up. */
  enrolling?: true
  /** Rate limited per caller: it concerns money, secrets or passwords. */
  limit?: Limit
  /**
   * The audit kind, if it differs from the default for ADMINs. `self`: the service writes the entry in its own
   * transaction, as required for money, accounts and secrets.
   */
  audit?: AuditEntry['kind'] | 'self'
}

/** One rule for every procedure, in the shape of the router: a missing or unknown procedure does not compile. */
type ProcedureRules<Procedures> = {
  readonly [Name in keyof Procedures]: Procedures[Name] extends AnyProcedure
    ? Rule
    : ProcedureRules<Procedures[Name]>
}
type ProcedurePath<Procedures> = {
  [Name in keyof Procedures & string]: Procedures[Name] extends AnyProcedure
    ? Name
    : `${Name}.${ProcedurePath<Procedures[Name]>}`
}[keyof Procedures & string]
type Procedures = AppRouter['_def']['record']

const procedureRules: ProcedureRules<Procedures> = {
  auth: {
    register: { may: 'anyone' },
    login: { may: 'anyone' },
    loginSecondFactor: { may: 'anyone' },
    loginPasskeyProof: { may: 'anyone' },
    passkeyOptions: { may: 'anyone' },
    passkeyLogin: { may: 'anyone' },
    logout: { may: 'user', enrolling: true, audit: 'self' },
    me: { may: 'user', enrolling: true },
    changePassword: { may: 'user', rejectsImpersonator: true, stepUp: 'withFactor', audit: 'self' },
    forgotPassword: { may: 'anyone' },
    resetPassword: { may: 'anyone' },
    endImpersonation: { may: 'user', audit: 'self' },
    sessions: { may: 'user', rejectsImpersonator: true },
    endSession: { may: 'user', rejectsImpersonator: true, audit: 'self' },
    endOtherSessions: { may: 'user', rejectsImpersonator: true, audit: 'self' },
  },
  secondFactor: {
    status: { may: 'user', rejectsImpersonator: true, enrolling: true },
    stepUp: { may: 'user', rejectsImpersonator: true, enrolling: true, audit: 'self' },
    stepUpPasskey: { may: 'user', rejectsImpersonator: true, enrolling: true },
    startTotp: { may: 'user', rejectsImpersonator: true, stepUp: true, enrolling: true },
    confirmTotp: { may: 'user', rejectsImpersonator: true, enrolling: true, audit: 'self' },
    removeTotp: { may: 'user', rejectsImpersonator: true, stepUp: true, audit: 'self' },
    startPasskey: { may: 'user', rejectsImpersonator: true, stepUp: true, enrolling: true },
    addPasskey: { may: 'user', rejectsImpersonator: true, enrolling: true, audit: 'self' },
    renamePasskey: { may: 'user', rejectsImpersonator: true },
    removePasskey: { may: 'user', rejectsImpersonator: true, stepUp: true, audit: 'self' },
    replaceRecoveryCodes: { may: 'user', rejectsImpersonator: true, stepUp: true, audit: 'self' },
    requirement: { may: 'admin' },
    setRequirement: { may: 'admin', rejectsImpersonator: true, stepUp: true, audit: 'self' },
  },
  profile: {
    get: { may: 'user' },
    save: { may: 'user' },
  },
  users: {
    list: { may: 'admin' },
    create: { may: 'admin', rejectsImpersonator: true, limit: 'account:caller', audit: 'self' },
    update: { may: 'admin', rejectsImpersonator: true, limit: 'account:caller', audit: 'self' },
    remove: { may: 'admin', rejectsImpersonator: true, limit: 'account:caller', audit: 'self' },
    impersonate: { may: 'admin', rejectsImpersonator: true, limit: 'impersonate:caller', audit: 'self' },
    resetSecondFactor: {
      may: 'admin',
      rejectsImpersonator: true,
      stepUp: true,
      limit: 'account:caller',
      audit: 'self',
    },
    resetLink: { may: 'admin', rejectsImpersonator: true, limit: 'account:caller', audit: 'self' },
  },
  system: {
    status: { may: 'admin' },
    checkLedger: { may: 'admin' },
  },
  audit: {
    list: { may: 'admin' },
    mine: { may: 'user' },
  },
  notifications: {
    list: { may: 'user' },
    // An impersonating ADMIN must not mark them read for the user.
    markRead: { may: 'user', rejectsImpersonator: true },
  },
  wallet: {
    get: { may: 'user' },
    all: { may: 'admin' },
    of: { may: 'admin' },
    search: { may: 'admin' },
    credit: { may: 'admin', rejectsImpersonator: true, stepUp: true, limit: 'money:caller', audit: 'self' },
    set: { may: 'admin', rejectsImpersonator: true, stepUp: true, limit: 'money:caller', audit: 'self' },
    reverse: { may: 'admin', rejectsImpersonator: true, stepUp: true, limit: 'money:caller', audit: 'self' },
    approvals: {
      list: { may: 'admin' },
      approve: {
        may: 'admin',
        rejectsImpersonator: true,
        stepUp: true,
        limit: 'money:caller',
        audit: 'self',
      },
      reject: { may: 'admin', rejectsImpersonator: true, limit: 'money:caller', audit: 'self' },
    },
    movements: { may: 'user' },
    movementsOf: { may: 'admin' },
    usageEntries: { may: 'user' },
    ledgerState: { may: 'admin' },
  },
  usage: {
    summary: { may: 'user' },
    series: { may: 'user' },
    byFlow: { may: 'user' },
    byModel: { may: 'user' },
    caps: { may: 'user' },
    setCaps: { may: 'user', rejectsImpersonator: true },
    flowCaps: { may: 'user' },
    setFlowCaps: { may: 'user', rejectsImpersonator: true, owned: true },
    publicPrices: { may: 'anyone' },
    prices: { may: 'admin' },
    priceVersions: { may: 'admin' },
    setPrice: { may: 'admin', rejectsImpersonator: true, audit: 'self' },
  },
  payment: {
    exchangeRate: { may: 'user' },
    exchangePreview: { may: 'user' },
    create: { may: 'user', rejectsImpersonator: true, limit: 'payment:caller' },
    get: { may: 'user', owned: true },
    list: { may: 'user' },
    all: { may: 'admin' },
    refund: { may: 'admin', rejectsImpersonator: true, stepUp: true, limit: 'money:caller', audit: 'self' },
    recheck: { may: 'admin', rejectsImpersonator: true },
    cases: { may: 'admin' },
    closeCase: { may: 'admin', rejectsImpersonator: true, audit: 'self' },
  },
  flows: {
    list: { may: 'user', key: 'chatflows:view' },
    summaries: { may: 'user' },
    get: { may: 'user', key: 'chatflows:view', owned: true },
    head: { may: 'user', owned: true },
    draft: { may: 'user', owned: true },
    begin: { may: 'user' },
    saveDraft: { may: 'user', owned: true },
    publish: { may: 'user', owned: true },
    versions: {
      list: { may: 'user', owned: true },
      get: { may: 'user', owned: true },
      save: { may: 'user', owned: true },
      keep: { may: 'user', owned: true },
      name: { may: 'user', owned: true },
      restore: { may: 'user', owned: true },
      publish: { may: 'user', owned: true },
      duplicate: { may: 'user', owned: true },
    },
    create: { may: 'user', key: 'chatflows:create' },
    createExample: { may: 'user' },
    update: { may: 'user', key: 'chatflows:update', owned: true },
    duplicate: { may: 'user', owned: true },
    remove: { may: 'user', key: 'chatflows:delete', owned: true },
    losses: { may: 'user', owned: true },
    config: { may: 'user', owned: true },
    saveConfig: { may: 'user', owned: true },
    hasChanged: { may: 'user', key: 'chatflows:view', owned: true },
    overridable: { may: 'user', key: 'chatflows:view', owned: true },
    validate: { may: 'user', key: 'chatflows:view', owned: true },
    streaming: { may: 'anyone', embed: true },
  },
  channels: {
    list: { may: 'user' },
    get: { may: 'user', owned: true },
    details: { may: 'user', owned: true },
    check: { may: 'user', limit: 'channel:caller' },
    create: { may: 'user', rejectsImpersonator: true, limit: 'channel:caller' },
    serve: { may: 'user', rejectsImpersonator: true, owned: true, limit: 'channel:caller' },
    replaceValues: { may: 'user', rejectsImpersonator: true, owned: true, limit: 'channel:caller' },
    // Writes to a person in the owner's name.
    sendTest: { may: 'user', rejectsImpersonator: true, owned: true, limit: 'channel:caller' },
    pause: { may: 'user', rejectsImpersonator: true, owned: true },
    resume: { may: 'user', rejectsImpersonator: true, owned: true },
    disconnect: { may: 'user', rejectsImpersonator: true, owned: true },
  },
  presence: {
    here: { may: 'user', owned: true },
  },
  nodes: {
    list: { may: 'user', key: 'chatflows:view' },
    summaries: { may: 'user', key: 'chatflows:view' },
    templates: { may: 'user', key: 'chatflows:view' },
    get: { may: 'user', key: 'chatflows:view' },
    category: { may: 'user', key: 'chatflows:view' },
    config: { may: 'user', key: 'chatflows:view' },
    loadOptions: { may: 'user', key: 'chatflows:view' },
    fetchLinks: { may: 'user', key: 'chatflows:view', limit: 'crawl:caller' },
  },
  credentials: {
    kinds: { may: 'user', key: 'credentials:view' },
    kind: { may: 'user', key: 'credentials:view' },
    list: { may: 'user', key: 'credentials:view' },
    get: {
      may: 'user',
      key: 'credentials:view',
      rejectsImpersonator: true,
      owned: true,
      limit: 'secret:caller',
    },
    create: { may: 'user', key: 'credentials:create', rejectsImpersonator: true, audit: 'self' },
    update: { may: 'user', key: 'credentials:update', rejectsImpersonator: true, owned: true, audit: 'self' },
    remove: { may: 'user', key: 'credentials:delete', rejectsImpersonator: true, owned: true, audit: 'self' },
    uses: { may: 'user' },
    usesOf: { may: 'user', owned: true },
    test: { may: 'user', rejectsImpersonator: true, owned: true, limit: 'secret:caller' },
  },
  defaultModel: {
    get: { may: 'user' },
    offers: { may: 'admin', rejectsImpersonator: true },
    connect: { may: 'admin', rejectsImpersonator: true, limit: 'secret:caller' },
    set: { may: 'admin', rejectsImpersonator: true, limit: 'secret:caller', audit: 'self' },
    clear: { may: 'admin', rejectsImpersonator: true, audit: 'self' },
  },
  variables: {
    list: { may: 'admin', key: 'variables:view' },
    create: { may: 'admin', key: 'variables:create' },
    update: { may: 'admin', key: 'variables:update' },
    delete: { may: 'admin', key: 'variables:delete' },
    uses: { may: 'admin' },
  },
  templates: {
    // Any user may start from a template; the gallery and own templates are for ADMINs.
    gallery: { may: 'user' },
    starters: { may: 'user' },
    get: { may: 'user' },
    community: { may: 'user', key: 'chatflows:view' },
    own: { may: 'admin', key: 'chatflows:view' },
    save: { may: 'admin', key: 'chatflows:create' },
    remove: { may: 'admin', key: 'chatflows:delete' },
    parts: {
      list: { may: 'user' },
      get: { may: 'user' },
      save: { may: 'user' },
      rename: { may: 'user' },
      remove: { may: 'user' },
    },
  },
  datasets: {
    list: { may: 'user', key: 'datasets:view' },
    ofFlow: { may: 'user' },
    get: { may: 'user', key: 'datasets:view', owned: true },
    create: { may: 'user', key: 'datasets:create' },
    update: { may: 'user', key: 'datasets:update', owned: true },
    remove: { may: 'user', key: 'datasets:delete', owned: true },
    addRow: { may: 'user', key: 'datasets:update', owned: true },
    updateRow: { may: 'user', key: 'datasets:update', owned: true },
    removeRow: { may: 'user', key: 'datasets:update', owned: true },
    removeRows: { may: 'user', key: 'datasets:update', owned: true },
    reorder: { may: 'user', key: 'datasets:update', owned: true },
    importCsv: { may: 'user', owned: true },
    exportCsv: { may: 'user', owned: true },
    fromConversations: { may: 'user', owned: true },
  },
  evaluators: {
    all: { may: 'user' },
    add: { may: 'user' },
    change: { may: 'user', owned: true },
    list: { may: 'user', key: 'evaluators:view' },
    get: { may: 'user', key: 'evaluators:view', owned: true },
    create: { may: 'user', key: 'evaluators:create' },
    update: { may: 'user', key: 'evaluators:update', owned: true },
    remove: { may: 'user', key: 'evaluators:delete', owned: true },
  },
  evaluations: {
    gate: {
      get: { may: 'user', owned: true },
      save: { may: 'user', owned: true },
      report: { may: 'user', owned: true },
    },
    list: { may: 'user', key: 'evaluations:view' },
    of: { may: 'user' },
    get: { may: 'user', key: 'evaluations:view', owned: true },
    estimate: { may: 'user', owned: true },
    start: { may: 'user', owned: true, rejectsImpersonator: true },
    create: { may: 'user', key: 'evaluations:create', spends: true, owned: true, rejectsImpersonator: true },
    runAgain: {
      may: 'user',
      key: 'evaluations:create',
      spends: true,
      owned: true,
      rejectsImpersonator: true,
    },
    versions: { may: 'user', key: 'evaluations:view', owned: true },
    isOutdated: { may: 'user', key: 'evaluations:view', owned: true },
    remove: { may: 'user', key: 'evaluations:delete', owned: true },
    removeAll: { may: 'user', key: 'evaluations:delete', owned: true },
    stop: { may: 'user', owned: true },
    resume: { may: 'user', owned: true, rejectsImpersonator: true },
    runRow: { may: 'user', owned: true, rejectsImpersonator: true },
    correct: { may: 'user', owned: true },
    cheaperModels: { may: 'user', owned: true },
    applyModel: { may: 'user', owned: true },
  },
  tools: {
    list: { may: 'admin', key: 'tools:view' },
    get: { may: 'admin', key: 'tools:view' },
    create: { may: 'admin', key: 'tools:create' },
    update: { may: 'admin', key: 'tools:update' },
    remove: { may: 'admin', key: 'tools:delete' },
    test: { may: 'admin' },
    uses: { may: 'admin' },
    runFunction: { may: 'user', key: 'tools:view' },
  },
  customMcpServers: {
    list: { may: 'admin', key: 'tools:view' },
    get: { may: 'admin', key: 'tools:view' },
    tools: { may: 'admin', key: 'tools:view' },
    create: { may: 'admin', key: 'tools:create', rejectsImpersonator: true },
    update: { may: 'admin', key: 'tools:update', rejectsImpersonator: true },
    remove: { may: 'admin', key: 'tools:delete' },
    uses: { may: 'admin' },
    authorize: { may: 'admin', key: 'tools:update', rejectsImpersonator: true },
    finishSignIn: { may: 'admin', rejectsImpersonator: true },
    setTool: { may: 'admin' },
    programs: { may: 'admin' },
  },
  assistants: {
    list: { may: 'admin', key: 'assistants:view' },
    get: { may: 'admin', key: 'assistants:view' },
    create: { may: 'admin', key: 'assistants:create' },
    update: { may: 'admin', key: 'assistants:update' },
    remove: { may: 'admin', key: 'assistants:delete' },
    chatModels: { may: 'admin', key: 'assistants:view' },
    docStores: { may: 'admin', key: 'assistants:view' },
    tools: { may: 'admin', key: 'assistants:view' },
    // Calls a model at the expense of the caller.
    generateInstruction: {
      ...{ may: 'admin', key: 'assistants:update', spends: true, rejectsImpersonator: true },
    },
    custom: {
      list: { may: 'admin' },
      open: { may: 'admin' },
      add: { may: 'admin' },
      saveDraft: { may: 'admin' },
      publish: { may: 'admin' },
      continueAsFlow: { may: 'admin' },
      restore: { may: 'admin' },
      losses: { may: 'admin' },
    },
    openAi: {
      listFormer: { may: 'admin', key: 'assistants:view' },
      getFormer: { may: 'admin', key: 'assistants:view' },
      listStores: { may: 'admin', key: 'assistants:view' },
      getStore: { may: 'admin', key: 'assistants:view' },
      createStore: { may: 'admin', key: 'assistants:create' },
      updateStore: { may: 'admin', key: 'assistants:update' },
      removeStore: { may: 'admin', key: 'assistants:delete' },
      detachFiles: { may: 'admin', key: 'assistants:update' },
      contents: { may: 'admin' },
      icon: { may: 'admin' },
    },
  },
  exportImport: {
    counts: { may: 'user' },
    export: { may: 'user' },
  },
  sharing: {
    get: { may: 'user', owned: true },
    save: { may: 'user', owned: true },
  },
  apiKeys: {
    list: { may: 'admin', key: 'apikeys:view' },
    create: { may: 'admin', rejectsImpersonator: true, stepUp: true, limit: 'secret:caller', audit: 'self' },
    update: { may: 'admin', rejectsImpersonator: true, audit: 'self' },
    remove: { may: 'admin', rejectsImpersonator: true, audit: 'self' },
  },
  chat: {
    ask: { may: 'user', owned: true, rejectsImpersonator: true },
    estimate: { may: 'user', owned: true },
    messages: { may: 'user', owned: true },
    clear: { may: 'user', owned: true },
    stop: { may: 'user', owned: true },
    abort: { may: 'anyone', embed: true },
  },
  upsert: {
    start: { may: 'user', owned: true, rejectsImpersonator: true },
    history: { may: 'user', key: 'chatflows:view', owned: true },
    list: { may: 'user', owned: true },
    chunks: { may: 'user', owned: true },
    estimate: { may: 'user', owned: true },
    testRetrieval: { may: 'user', owned: true, rejectsImpersonator: true },
    processing: { may: 'user' },
    remove: { may: 'user', key: 'chatflows:update', owned: true },
    cancel: { may: 'user', key: 'chatflows:update', owned: true },
  },
  chatbot: {
    offers: { may: 'user', owned: true },
  },
  runs: {
    watch: { may: 'user', owned: true },
    get: { may: 'user', owned: true },
    list: { may: 'user', owned: true },
    filled: { may: 'user', owned: true },
    trace: { may: 'user', owned: true },
    before: { may: 'user', owned: true },
  },
  executions: {
    page: { may: 'user', key: 'executions:view' },
    get: { may: 'user', key: 'executions:view', owned: true },
    update: { may: 'user', key: 'executions:update', owned: true },
    remove: { may: 'user', key: 'executions:delete', owned: true },
    removeMany: { may: 'user', key: 'executions:delete' },
    getPublic: { may: 'anyone' },
    shared: { may: 'anyone' },
    list: { may: 'user' },
    counts: { may: 'user' },
    detail: { may: 'user', owned: true },
    stop: { may: 'user', owned: true },
    // The steps that run again are charged.
    runAgain: { may: 'user', owned: true, rejectsImpersonator: true },
    waiting: {
      list: { may: 'user' },
      count: { may: 'user' },
      // The run goes on at the expense of the flow's owner.
      answer: { may: 'user', owned: true, rejectsImpersonator: true },
    },
  },
  feedback: {
    list: { may: 'user', key: 'chatflows:view', owned: true },
    rate: { may: 'user', owned: true },
  },
  inbox: {
    list: { may: 'user' },
    stats: { may: 'user' },
    thread: { may: 'user', owned: true, moderated: true },
    markRead: { may: 'user', owned: true, moderated: true, rejectsImpersonator: true },
    remove: { may: 'user', owned: true },
  },
  // Personal data: the owner alone.
  privacy: {
    export: { may: 'user', owned: true, rejectsImpersonator: true },
    erase: { may: 'user', owned: true, rejectsImpersonator: true },
  },
  leads: {
    // Personal data: requires a session, not an API key.
    list: { may: 'user', owned: true },
    listOwn: { may: 'user' },
    remove: { may: 'user' },
    try: { may: 'user', owned: true },
  },
  speaking: {
    speak: { may: 'user', owned: true, rejectsImpersonator: true },
    try: { may: 'user', owned: true, rejectsImpersonator: true },
    voices: { may: 'user', key: 'credentials:view', limit: 'secret:caller' },
  },
  writing: {
    // Calls a model at the expense of the flow's owner.
    instruction: { may: 'user', owned: true, rejectsImpersonator: true },
    steps: { may: 'user', owned: true, rejectsImpersonator: true },
    reply: { may: 'user', owned: true, moderated: true, rejectsImpersonator: true },
    watchReply: { may: 'user', owned: true, moderated: true },
    stopReply: { may: 'user', owned: true, moderated: true },
  },
  messages: {
    stats: { may: 'user', key: 'chatflows:view', owned: true, moderated: true },
    list: { may: 'user', key: 'chatflows:view', owned: true, moderated: true },
    listInternal: { may: 'user', key: 'chatflows:view', owned: true, moderated: true },
    remove: { may: 'user', key: 'chatflows:update', owned: true },
  },
  // An impersonating ADMIN would write to visitors in the name of the user.
  takeover: {
    switchAi: {
      may: 'user',
      key: 'chatflows:update',
      owned: true,
      moderated: true,
      rejectsImpersonator: true,
    },
    write: { may: 'user', key: 'chatflows:update', owned: true, moderated: true, rejectsImpersonator: true },
    handBack: { may: 'user', owned: true, moderated: true, rejectsImpersonator: true },
    addNote: { may: 'user', owned: true, moderated: true, rejectsImpersonator: true },
    removeNote: { may: 'user', owned: true, moderated: true, rejectsImpersonator: true },
  },
  mcpServer: {
    get: { may: 'user', key: 'chatflows:view', owned: true },
    // The token spends the owner's money from then on.
    offer: {
      may: 'user',
      key: 'chatflows:update',
      owned: true,
      rejectsImpersonator: true,
      limit: 'secret:caller',
    },
    update: { may: 'user', key: 'chatflows:update', owned: true, rejectsImpersonator: true },
    disable: { may: 'user', key: 'chatflows:update', owned: true, rejectsImpersonator: true },
    replaceToken: {
      may: 'user',
      key: 'chatflows:update',
      owned: true,
      rejectsImpersonator: true,
      limit: 'secret:caller',
    },
  },
  triggers: {
    get: { may: 'user', owned: true },
    save: { may: 'user', owned: true, rejectsImpersonator: true },
    replaceSecret: {
      may: 'user',
      key: 'chatflows:update',
      owned: true,
      rejectsImpersonator: true,
      limit: 'secret:caller',
    },
    removeSecret: { may: 'user', key: 'chatflows:update', owned: true, rejectsImpersonator: true },
    status: { may: 'user', key: 'chatflows:view', owned: true },
    // The schedule spends the owner's money from then on.
    enable: { may: 'user', key: 'chatflows:update', spends: true, owned: true, rejectsImpersonator: true },
    log: { may: 'user', key: 'chatflows:view', owned: true },
    removeLogs: { may: 'user', key: 'chatflows:update', owned: true },
  },
  pools: {
    list: { may: 'user' },
    get: { may: 'user', owned: true, administered: true },
    create: { may: 'user' },
    update: { may: 'user', owned: true, administered: true, audit: 'admin' },
    remove: { may: 'user', owned: true, administered: true, audit: 'admin' },
    beginUpload: { may: 'user', owned: true, administered: true, audit: 'admin', rejectsImpersonator: true },
    completeUpload: {
      may: 'user',
      owned: true,
      administered: true,
      audit: 'admin',
      rejectsImpersonator: true,
    },
    cancelUpload: { may: 'user', owned: true, administered: true, audit: 'admin' },
    addUrl: {
      may: 'user',
      owned: true,
      administered: true,
      audit: 'admin',
      rejectsImpersonator: true,
      limit: 'crawl:caller',
    },
    addText: { may: 'user', owned: true, administered: true, audit: 'admin', rejectsImpersonator: true },
    replaceText: { may: 'user', owned: true, administered: true, audit: 'admin', rejectsImpersonator: true },
    rename: { may: 'user', owned: true, administered: true, audit: 'admin' },
    schedule: { may: 'user', owned: true, administered: true, audit: 'admin' },
    reread: { may: 'user', owned: true, administered: true, audit: 'admin', rejectsImpersonator: true },
    removeSource: { may: 'user', owned: true, administered: true, audit: 'admin' },
    search: { may: 'user', owned: true, administered: true, audit: 'admin', rejectsImpersonator: true },
    ask: { may: 'user', owned: true, administered: true, audit: 'admin', rejectsImpersonator: true },
    sourceText: { may: 'user', owned: true, administered: true },
  },
  stores: {
    list: { may: 'admin', key: 'documentStores:view' },
    page: { may: 'admin', key: 'documentStores:view' },
    get: { may: 'admin', key: 'documentStores:view' },
    create: { may: 'admin', key: 'documentStores:create' },
    update: { may: 'admin', key: 'documentStores:update' },
    remove: { may: 'admin', key: 'documentStores:delete' },
    usedIn: { may: 'admin', key: 'documentStores:view' },
    configs: { may: 'admin', key: 'documentStores:view' },
    // Asks a chat model.
    toolDescription: { may: 'admin', key: 'documentStores:view', spends: true, rejectsImpersonator: true },
    sources: {
      components: { may: 'admin', key: 'documentStores:add-loader' },
      preview: { may: 'admin', key: 'documentStores:preview-process' },
      save: { may: 'admin', key: 'documentStores:preview-process' },
      process: { may: 'admin', key: 'documentStores:preview-process' },
      processAndWait: { may: 'admin', key: 'documentStores:preview-process' },
      reread: { may: 'admin', key: 'documentStores:preview-process' },
      cancel: { may: 'admin', key: 'documentStores:preview-process' },
      remove: { may: 'admin', key: 'documentStores:delete-loader' },
      rename: { may: 'admin', key: 'documentStores:preview-process' },
      schedule: { may: 'admin', key: 'documentStores:preview-process' },
    },
    chunks: {
      page: { may: 'admin', key: 'documentStores:view' },
      update: { may: 'admin', key: 'documentStores:preview-process' },
      remove: { may: 'admin', key: 'documentStores:preview-process' },
      removeMany: { may: 'admin', key: 'documentStores:preview-process' },
    },
    testSet: {
      get: { may: 'admin', key: 'documentStores:view' },
      save: { may: 'admin', key: 'documentStores:update' },
      // Embeds every question.
      run: { may: 'admin', key: 'documentStores:view', spends: true, rejectsImpersonator: true },
    },
    embeddings: { may: 'admin', key: 'documentStores:upsert-config' },
    vectorStores: { may: 'admin', key: 'documentStores:upsert-config' },
    recordManagers: { may: 'admin', key: 'documentStores:upsert-config' },
    saveConfig: { may: 'admin', key: 'documentStores:upsert-config' },
    updateConfig: { may: 'admin', key: 'documentStores:upsert-config' },
    insert: { may: 'admin', key: 'documentStores:upsert-config', spends: true, rejectsImpersonator: true },
    upsert: { may: 'admin', key: 'documentStores:upsert-config', spends: true, rejectsImpersonator: true },
    refresh: { may: 'admin', key: 'documentStores:upsert-config', spends: true, rejectsImpersonator: true },
    removeVectors: { may: 'admin', key: 'documentStores:upsert-config' },
    query: { may: 'admin', key: 'documentStores:view', spends: true, rejectsImpersonator: true },
    estimate: { may: 'admin', key: 'documentStores:upsert-config' },
    testConnection: {
      may: 'admin',
      key: 'documentStores:upsert-config',
      spends: true,
      rejectsImpersonator: true,
    },
  },
  version: {
    get: { may: 'anyone' },
    settings: { may: 'anyone' },
    address: { may: 'anyone' },
    latest: { may: 'user' },
  },
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Routes that are no procedures, by feature. A handler names its route by one of these keys. */
const routeRules = {
  exportImport: {
    'POST /api/v1/export-import/export': { may: 'user', key: 'workspace:export' },
    'POST /api/v1/export-import/preview': { may: 'user', key: 'workspace:import' },
    'POST /api/v1/export-import/import': { may: 'user', key: 'workspace:import', rejectsImpersonator: true },
  },
  server: {
    'GET /api/v1/ping': { may: 'anyone' },
    'GET /api/v1/health': { may: 'anyone' },
    'GET /api/v1/openapi.json': { may: 'anyone' },
    'GET /metrics': { may: 'admin', key: 'logs:view' },
    'GET /api/docs': { may: 'anyone' },
    'GET /api/docs.js': { may: 'anyone' },
  },
  nodes: {
    'GET /api/v1/node-icon/:name': { may: 'anyone' },
    'GET /api/v1/components-credentials-icon/:name': { may: 'anyone' },
  },
  apiKeys: {
    // The key in the path is the credential; attempts are limited by address.
    'GET /api/v1/verify/apikey/:apikey': { may: 'anyone' },
    'GET /api/v1/chatflows/apikey/:apikey': { may: 'anyone' },
  },
  chatbot: {
    'GET /api/v1/public-chatflows/:id': { may: 'anyone', embed: true },
    'GET /api/v1/public-chatbotConfig/:id': { may: 'anyone', embed: true },
    'GET /api/v1/chatflows-uploads/:id': { may: 'anyone', embed: true },
    'GET /api/v1/chatbot/:id': { may: 'anyone', embed: true },
  },
  live: {
    // Flows may be `all`, which is the caller's own.
    'GET /api/v1/view-messages/:chatflowId/ws': { may: 'user', owned: true, moderated: true },
    'GET /api/v1/chat-events/:id/:chatId': { may: 'anyone', embed: true },
    'POST /api/v1/chat-events/:id/:chatId/typing': { may: 'anyone', embed: true },
    'POST /api/v1/chat-events/:id/:chatId/seen': { may: 'anyone', embed: true },
  },
  users: {
    // A profile can be changed by its user and any ADMIN; with account fields the call is `users.update`, whose
    // policy applies too.
    'PUT /api/v1/auth/users/:id': { may: 'user' },
    'GET /api/v1/avatars/:userId': { may: 'user' },
    'PUT /api/v1/avatars': { may: 'user' },
    'DELETE /api/v1/avatars': { may: 'user' },
  },
  wallet: {
    'GET /api/v1/wallets/me/movements.csv': { may: 'user' },
  },
  feedback: {
    'POST /api/v1/feedback': { may: 'anyone', embed: true },
    'POST /api/v1/feedback/:id': { may: 'anyone', embed: true },
    'PUT /api/v1/feedback/:id': { may: 'anyone', embed: true },
  },
  pools: {
    'PUT /api/v1/document-pools/:poolId/uploads/:uploadId': {
      may: 'user',
      owned: true,
      administered: true,
      rejectsImpersonator: true,
    },
  },
  speaking: {
    'POST /api/v1/text-to-speech/generate': {
      may: 'anyone',
      spends: true,
      rejectsImpersonator: true,
      embed: true,
    },
    'POST /api/v1/text-to-speech/abort': { may: 'anyone', embed: true },
  },
  leads: {
    'POST /api/v1/leads': { may: 'anyone', embed: true },
  },
  uploads: {
    // The chat service decides who may run the flow: its owner, the bound API key, or anyone if it is public.
    // Access to files follows access to the flow.
    'GET /api/v1/get-upload-file': { may: 'anyone', embed: true },
    'POST /api/v1/attachments/:chatflowId/:chatId': {
      may: 'anyone',
      spends: true,
      rejectsImpersonator: true,
      embed: true,
    },
  },
  assistants: {
    'POST /api/v1/openai-assistants-file/upload': { may: 'admin', key: 'assistants:update' },
    'POST /api/v1/openai-assistants-vector-store/:id': { may: 'admin', key: 'assistants:update' },
    // Access to files follows access to the flow.
    'POST /api/v1/openai-assistants-file/download': { may: 'anyone', embed: true },
  },
  chat: {
    'POST /api/v1/prediction/:id': { may: 'anyone', spends: true, rejectsImpersonator: true, embed: true },
    'GET /api/v1/chatbot/:id/answer': { may: 'anyone', embed: true },
    // Embedded chats send files to the flow's store, with a key of its owner.
    'POST /api/v1/vector/upsert/:id': {
      may: 'user',
      key: 'chatflows:update',
      spends: true,
      owned: true,
      rejectsImpersonator: true,
      embed: true,
    },
    'POST /api/v1/vector/internal-upsert/:id': {
      may: 'user',
      key: 'chatflows:update',
      spends: true,
      owned: true,
      rejectsImpersonator: true,
    },
    'POST /api/v1/internal-prediction/:id': {
      may: 'user',
      key: ASK_FLOWS,
      spends: true,
      owned: true,
      rejectsImpersonator: true,
    },
  },
  stores: {
    'POST /api/v1/document-store/upsert/:id': {
      may: 'admin',
      key: 'documentStores:upsert-config',
      spends: true,
      rejectsImpersonator: true,
    },
  },
  channels: {
    // Authenticated by the platform's signature.
    'GET /api/v1/channels/:id/events': { may: 'anyone' },
    'POST /api/v1/channels/:id/events': { may: 'anyone' },
  },
  triggers: {
    // Only flows that listen; the start node may require a signature.
    'GET /api/v1/webhook/:id': { may: 'anyone' },
    'POST /api/v1/webhook/:id': { may: 'anyone' },
    'PUT /api/v1/webhook/:id': { may: 'anyone' },
    'PATCH /api/v1/webhook/:id': { may: 'anyone' },
    'DELETE /api/v1/webhook/:id': { may: 'anyone' },
  },
  mcpServer: {
    // Authenticated by the token of the flow.
    'POST /api/v1/mcp/:id': { may: 'anyone' },
    'POST /api/v1/mcp': { may: 'user', key: ASK_FLOWS, spends: true, rejectsImpersonator: true },
  },
  payments: {
    // Authenticated by the provider's signature.
    'POST /api/v1/payments/callback': { may: 'anyone' },
  },
} satisfies Record<string, Record<`${Method} /${string}`, Rule>>

type KeysOf<Groups> = Groups extends unknown ? keyof Groups & string : never
/** A plain route by its method and address. */
export type RouteName = KeysOf<(typeof routeRules)[keyof typeof routeRules]>
/** A procedure by its path or a plain route by its name. */
export type Endpoint = ProcedurePath<Procedures> | RouteName

/** Every procedure and every plain route. The one place where permissions are written down. */
export const policy: ReadonlyMap<string, Rule> = new Map([
  ...flatten(procedureRules),
  ...Object.values(routeRules).flatMap((rules): [string, Rule][] => Object.entries(rules)),
])

export function isEndpoint(name: string): name is Endpoint {
  return policy.has(name)
}

type Tree = { readonly [name: string]: Rule | Tree }

function flatten(tree: Tree, prefix = ''): [string, Rule][] {
  return Object.entries(tree).flatMap(([name, node]): [string, Rule][] =>
    isRule(node) ? [[prefix + name, node]] : flatten(node, `${prefix}${name}.`),
  )
}

function isRule(node: Rule | Tree): node is Rule {
  return typeof node.may === 'string'
}
