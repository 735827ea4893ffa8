export const paths = {
  login: '/',
  register: '/register',
  resetPassword: '/reset-password',
  /** Placeholders used until the operator configures URLs. */
  legal: { privacy: '/legal/privacy', terms: '/legal/terms', dataSecurity: '/legal/data-security' },
  publicBilling: '/usage-billing',
  chatbot: (id: string) => `/chatbot/${encodeURIComponent(id)}`,
  home: '/app/chatflows',
  app: (path: AppPath) => `/app/${path}`,
  walletManagement: '/app/wallet-management',
  system: '/app/system',
  paymentOk: '/payment/ok',
  paymentFail: '/payment/fail',
  payments: '/app/usage-billing?tab=payments',
  receipt: (paymentId: string) => `/app/receipts/${encodeURIComponent(paymentId)}`,
  newCanvas: '/canvas',
  canvas: (id: string) => `/canvas/${encodeURIComponent(id)}`,
  agentCanvas: (id: string) => `/agentcanvas/${encodeURIComponent(id)}`,
  newAgentCanvas: '/agentcanvas',
  /** A new canvas that opens with the description field. */
  describing: '/canvas?start=describe',
  describingAgent: '/agentcanvas?dock=generate',
  execution: (id: string) => `/app/executions/${encodeURIComponent(id)}`,
  /** Open to everyone while the execution is shared. */
  sharedExecution: (id: string) => `/execution/${encodeURIComponent(id)}`,
  store: (id: string) => `/app/document-stores/${encodeURIComponent(id)}`,
  storeSource: (id: string, name: string) =>
    `/app/document-stores/${encodeURIComponent(id)}/${encodeURIComponent(name)}`,
  storeChunks: (id: string, sourceId: string) =>
    `/app/document-stores/chunks/${encodeURIComponent(id)}/${encodeURIComponent(sourceId)}`,
  storeIndex: (id: string, sourceId?: string) =>
    `/app/document-stores/vector/${[id, ...(sourceId ? [sourceId] : [])].map(encodeURIComponent).join('/')}`,
  storeQuery: (id: string) => `/app/document-stores/query/${encodeURIComponent(id)}`,
  mcpServers: '/app/tools?tab=mcp',
  mcpServer: (id: string) => `/app/tools?tab=mcp&server=${encodeURIComponent(id)}`,
  evaluations: (flowId: string) => `/app/evaluations/${encodeURIComponent(flowId)}`,
  dataset: (flowId: string, id: string, tab?: string) =>
    `/app/evaluations/${encodeURIComponent(flowId)}/sets/${encodeURIComponent(id)}${tab ? `?tab=${tab}` : ''}`,
  evaluationRun: (flowId: string, id: string) =>
    `/app/evaluations/${encodeURIComponent(flowId)}/runs/${encodeURIComponent(id)}`,
  channel: (id: string) => `/app/integrations/${encodeURIComponent(id)}`,
  customAssistants: '/app/assistants/custom',
  customAssistant: (id: string) => `/app/assistants/custom/${encodeURIComponent(id)}`,
  openAiAssistants: '/app/assistants/openai',
  pool: (id: string) => `/app/document-pools/${encodeURIComponent(id)}`,
  template: (id: string) => `/app/flow-templates/${encodeURIComponent(id)}`,
  templatePreview: (id: string) => `/marketplace/${encodeURIComponent(id)}`,
  docs: (page?: string) => (page ? `/docs/${page}` : '/docs'),
  canvasWithQuestion: (id: string, question: string) =>
    `/canvas/${encodeURIComponent(id)}?ask=${encodeURIComponent(question)}`,
} as const

/** Paths that load only the texts of the canvas. */
export const canvasPath = /^\/(agent)?canvas(\/|$)/

export const appPaths = [
  'usage-billing',
  'chatflows',
  'agentflows',
  'executions',
  'assistants',
  'flow-templates',
  'tools',
  'credentials',
  'variables',
  'integrations',
  'apikey',
  'document-stores',
  'document-pools',
] as const
export type AppPath = (typeof appPaths)[number]

/** Paths of earlier versions. Each redirects to the same path under /app. */
export const legacyPaths = [
  'chatflows',
  'agentflows',
  'flow-templates',
  'flow-templates/:id',
  'apikey',
  'tools',
  'assistants',
  'assistants/custom',
  'assistants/custom/:id',
  'assistants/openai',
  'credentials',
  'variables',
  'document-stores',
  'document-stores/:storeId',
  'document-stores/chunks/:storeId/:fileId',
  'document-stores/:storeId/:name',
  'document-stores/vector/:storeId',
  'document-stores/vector/:storeId/:docId',
  'document-stores/query/:storeId',
  'document-pools',
  'document-pools/:poolId',
] as const
