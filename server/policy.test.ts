import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#server/features/users/users.table.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import { createPaymentInput } from '#shared/payments.ts'
import { procedures } from './http/rest.ts'
import { policy, type Rule } from './policy.ts'

// Every procedure and route × every identity, generated from the policy table: a mismatch between a row and its
// route, or a missing ownership check in a service, fails here.

type World = Awaited<ReturnType<typeof openWorld>>
type Things = Record<keyof typeof partOf, string>

/** The ids that samples use, and what has to be created for each. */
const partOf = {
  ...({ userId: 'account', orderId: 'account', apiKey: 'account' } as const),
  ...({ flowId: 'flow', versionId: 'flow', credentialId: 'credential', channelId: 'channel' } as const),
  ...({
    runId: 'run',
    messageId: 'run',
    chatId: 'run',
    executionId: 'execution',
    upsertId: 'upsert',
  } as const),
  ...({ poolId: 'pool', sourceId: 'pool', uploadId: 'pool' } as const),
  ...({ datasetId: 'evaluation', rowId: 'evaluation', evaluatorId: 'evaluation' } as const),
  ...({ evaluationId: 'evaluation', evaluatedId: 'evaluation' } as const),
} as const
type Part = (typeof partOf)[keyof typeof partOf]

const aTopUp = {
  amount: '100',
  customerName: 'Ada Lovelace',
  address: 'Ataturk Cad. 1, Izmir',
  companyName: 'Analytical Engines',
  companyAddress: 'Ataturk Cad. 1, Izmir',
  companyPhone: '+905551112233',
  companyEmail: 'ada@example.com',
}

const aModel = { provider: 'chatOpenAI', credentialId: 'none', modelName: 'gpt-4o-mini', baseUrl: '' }

const samples: Record<string, (things: Things) => Record<string, unknown>> = {
  'auth.register': () => ({ username: 'x', email: 'x', password: 'x' }),
  'auth.login': () => ({ username: 'ada', password: '' }),
  'auth.loginSecondFactor': () => ({ challengeToken: 'none', code: '000000' }),
  'auth.loginPasskeyProof': () => ({ challengeToken: 'none' }),
  'auth.passkeyLogin': () => ({ challengeToken: 'none', response: { id: 'none' } }),
  'secondFactor.stepUp': () => ({ password: 'wrong' }),
  'secondFactor.confirmTotp': () => ({ code: '000000' }),
  'secondFactor.addPasskey': () => ({ challengeToken: 'none', response: { id: 'none' }, name: 'Laptop' }),
  'secondFactor.renamePasskey': () => ({ id: 'none', name: 'Laptop' }),
  'secondFactor.removePasskey': () => ({ id: 'none' }),
  'secondFactor.setRequirement': () => ({ requirement: 'nobody' }),
  'users.resetSecondFactor': () => ({ id: 'none' }),
  'auth.changePassword': () => ({ currentPassword: 'wrong', newPassword: 'also wrong' }),
  'auth.forgotPassword': () => ({ username: 'nobody' }),
  'auth.resetPassword': () => ({ token: 'none', newPassword: 'long enough' }),
  'auth.endSession': () => ({ id: 'none' }),
  'profile.save': () => ({ customerName: 'Somebody' }),
  'users.create': () => ({ username: 'x' }),
  'users.update': () => ({ id: 'none', username: 'nobody' }),
  'users.remove': () => ({ id: 'none' }),
  'users.impersonate': () => ({ userId: 'none' }),
  'users.resetLink': () => ({ id: 'none' }),
  'PUT /api/v1/auth/users/:id': ({ userId: id }) => ({ id, customerName: 'Ada Lovelace' }),
  'GET /api/v1/avatars/:userId': ({ userId }) => ({ userId }),
  'wallet.of': ({ userId }) => ({ userId }),
  'wallet.search': () => ({ username: 'ad' }),
  'wallet.credit': ({ userId }) => ({ userId, amount: 1 }),
  'wallet.set': ({ userId }) => ({ userId, amount: 5 }),
  'wallet.reverse': () => ({ postingId: 'none', reason: 'Posted twice' }),
  'wallet.approvals.approve': () => ({ id: 'none' }),
  'wallet.approvals.reject': () => ({ id: 'none' }),
  'wallet.movementsOf': ({ userId }) => ({ userId }),
  'wallet.usageEntries': ({ flowId }) => ({ day: '2026-01-01', flowId }),
  'usage.series': () => ({ from: '2026-01-01', to: '2026-01-31', by: 'flow' }),
  'usage.byFlow': () => ({ from: '2026-01-01', to: '2026-01-31' }),
  'usage.byModel': () => ({ from: '2026-01-01', to: '2026-01-31' }),
  'usage.setCaps': () => ({ perDay: null, perMonth: null, lowBalance: 2 }),
  'usage.setFlowCaps': ({ flowId }) => ({ flowId, perDay: null, perConversation: null }),
  'usage.priceVersions': () => ({ provider: 'openai', model: 'gpt-4o' }),
  'usage.setPrice': () => ({
    provider: 'openai',
    model: 'some-model',
    inputUsdPerMillion: '1',
    outputUsdPerMillion: '2',
  }),
  'payment.exchangePreview': () => ({ amount: '100' }),
  'payment.create': () => aTopUp,
  'payment.get': ({ orderId: id }) => ({ id }),
  'payment.refund': ({ orderId }) => ({ orderId, amount: '1', reason: 'Nothing was paid yet' }),
  'payment.recheck': ({ orderId }) => ({ orderId }),
  'payment.closeCase': () => ({ id: 'none', note: 'Looked at it' }),
  'flows.get': ({ flowId: id }) => ({ id }),
  'flows.head': ({ flowId: id }) => ({ id }),
  'flows.draft': ({ flowId: id }) => ({ id }),
  'flows.begin': () => ({ name: 'A flow', flowData: aDemoFlow() }),
  'flows.saveDraft': ({ flowId: id }) => ({ id, base: 0, flowData: aDemoFlow({ temperature: 0.1 }) }),
  'flows.publish': ({ flowId: id }) => ({ id, base: 0, flowData: aDemoFlow({ temperature: 0.2 }) }),
  'flows.versions.list': ({ flowId: id }) => ({ id }),
  'flows.versions.get': ({ flowId: id, versionId }) => ({ id, versionId }),
  'flows.versions.save': ({ flowId: id }) => ({ id, base: 0, flowData: aDemoFlow({ temperature: 0.3 }) }),
  'flows.versions.keep': ({ flowId: id }) => ({ id, flowData: aDemoFlow(), reason: 'before-replace' }),
  'flows.versions.name': ({ flowId: id, versionId }) => ({ id, versionId, name: 'The first' }),
  'flows.versions.restore': ({ flowId: id, versionId }) => ({
    id,
    versionId,
    base: 0,
    flowData: aDemoFlow({ temperature: 0.4 }),
  }),
  'flows.versions.publish': ({ flowId: id, versionId }) => ({ id, versionId }),
  'flows.versions.duplicate': ({ flowId: id, versionId }) => ({ id, versionId, name: 'A copy' }),
  'flows.create': () => ({ name: 'A flow', type: 'CHATFLOW' }),
  'flows.update': ({ flowId: id }) => ({ id, name: 'Renamed' }),
  'flows.duplicate': ({ flowId: id }) => ({ id }),
  'flows.remove': ({ flowId: id }) => ({ id }),
  'flows.losses': ({ flowId: id }) => ({ id }),
  'flows.config': ({ flowId: id }) => ({ id }),
  'flows.saveConfig': ({ flowId: id }) => ({ id, section: 'starterPrompts', value: { prompts: ['Hello?'] } }),
  'flows.hasChanged': ({ flowId: id }) => ({ id, lastUpdatedDateTime: '2026-01-01T00:00:00.000Z' }),
  'flows.overridable': ({ flowId: id }) => ({ id }),
  'flows.validate': ({ flowId: id }) => ({ id }),
  'sharing.get': ({ flowId: id }) => ({ id }),
  'sharing.save': ({ flowId: id }) => ({ id, isPublic: false }),
  'flows.streaming': ({ flowId: id }) => ({ id }),
  'presence.here': ({ flowId: id }) => ({ id, tab: 'some tab' }),
  'nodes.templates': () => ({ names: ['chatOpenAI'] }),
  'nodes.get': () => ({ name: 'chatOpenAI' }),
  'nodes.category': () => ({ name: 'Chat Models' }),
  'nodes.config': () => ({ name: 'chatOpenAI' }),
  'nodes.loadOptions': () => ({ name: 'flowtillDemoModel', loadMethod: 'none' }),
  'nodes.fetchLinks': () => ({ url: 'none' }),
  'credentials.kind': () => ({ name: 'openAIApi' }),
  'credentials.get': ({ credentialId: id }) => ({ id }),
  'credentials.create': () => ({
    name: 'Mine',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'x' },
  }),
  'credentials.update': ({ credentialId: id }) => ({ id, name: 'Renamed' }),
  'credentials.remove': ({ credentialId: id }) => ({ id }),
  'credentials.usesOf': ({ credentialId: id }) => ({ id }),
  // The SSRF guard blocks this URL, because only authorisation is tested.
  'credentials.test': ({ credentialId: id }) => ({
    id,
    credentialName: 'openAIApi',
    plainDataObj: { basePath: 'http://10.0.0.1/v1' },
  }),
  'variables.create': () => ({ name: 'city', value: 'Izmir', type: 'static' }),
  'variables.update': () => ({ id: 'none', name: 'town' }),
  'variables.delete': () => ({ id: 'none' }),
  'templates.get': () => ({ id: 'help-desk' }),
  'templates.save': () => ({ name: 'Mine', flowData: aDemoFlow() }),
  'templates.remove': () => ({ id: 'none' }),
  'templates.parts.get': () => ({ id: 'none' }),
  'templates.parts.save': () => ({ name: 'Mine', flowData: aDemoFlow() }),
  'templates.parts.rename': () => ({ id: 'none', name: 'Mine' }),
  'templates.parts.remove': () => ({ id: 'none' }),
  'tools.get': () => ({ id: 'none' }),
  'tools.create': () => ({ name: 'clock', description: 'Tells the time', color: '#000', schema: '[]' }),
  'tools.update': () => ({ id: 'none', name: 'watch' }),
  'tools.remove': () => ({ id: 'none' }),
  'tools.test': () => ({ func: 'return 1' }),
  'tools.runFunction': () => ({ javascriptFunction: 'return 1' }),
  'assistants.get': () => ({ id: 'none' }),
  'assistants.create': () => ({ details: '{"name":"Desk"}', credential: '' }),
  'assistants.update': () => ({ id: 'none', iconSrc: 'a.svg' }),
  'assistants.remove': () => ({ id: 'none' }),
  'assistants.generateInstruction': () => ({ task: 'Answer briefly', assistantId: 'none' }),
  'assistants.custom.open': () => ({ id: 'none' }),
  'assistants.custom.add': () => ({ name: 'Desk' }),
  'assistants.custom.saveDraft': () => ({ id: 'none', base: 0, details: { name: 'Desk' } }),
  'assistants.custom.publish': () => ({ id: 'none', base: 0, details: { name: 'Desk' } }),
  'assistants.custom.losses': () => ({ id: 'none' }),
  'assistants.custom.restore': () => ({ id: 'none', versionId: 'none', base: 0 }),
  'assistants.custom.continueAsFlow': () => ({ id: 'none', name: 'Desk' }),
  'exportImport.export': () => ({ chatflow: true }),
  'POST /api/v1/export-import/export': () => ({ chatflow: true }),
  'POST /api/v1/export-import/preview': () => ({ ChatFlow: [] }),
  'POST /api/v1/export-import/import': () => ({ ChatFlow: [] }),
  'apiKeys.create': () => ({ keyName: 'A key', permissions: ['chatflows:view'] }),
  'apiKeys.update': () => ({ id: 'none', keyName: 'Another' }),
  'apiKeys.remove': () => ({ id: 'none' }),
  'chat.ask': ({ flowId }) => ({ flowId, question: 'Hello' }),
  'chat.estimate': ({ flowId }) => ({ flowId }),
  'chatbot.offers': ({ flowId }) => ({ flowId }),
  'chat.messages': ({ flowId, chatId }) => ({ flowId, chatId }),
  'chat.clear': ({ flowId, chatId }) => ({ flowId, chatId }),
  'chat.stop': ({ runId }) => ({ runId }),
  'chat.abort': ({ flowId }) => ({ chatflowid: flowId, chatid: 'chat' }),
  'runs.watch': ({ runId }) => ({ runId }),
  'runs.get': ({ runId }) => ({ runId }),
  'runs.list': ({ flowId }) => ({ flowId }),
  'runs.filled': ({ flowId }) => ({ flowId }),
  'runs.trace': ({ runId }) => ({ runId }),
  'runs.before': ({ runId }) => ({ runId, nodeId: 'x' }),
  'executions.get': ({ executionId: id }) => ({ id }),
  'executions.update': ({ executionId: id }) => ({ id, isPublic: true }),
  'executions.remove': ({ executionId: id }) => ({ id }),
  'executions.removeMany': () => ({ executionIds: ['none'] }),
  'executions.getPublic': () => ({ id: 'none' }),
  'executions.shared': () => ({ id: 'none' }),
  'executions.list': () => ({}),
  'executions.counts': () => ({}),
  'executions.detail': ({ executionId: id }) => ({ id }),
  'executions.stop': ({ executionId: id }) => ({ id }),
  'executions.runAgain': ({ executionId: id }) => ({ id, key: 'start#1' }),
  'executions.waiting.answer': ({ executionId: runId }) => ({ runId, waitId: 'none', answer: 'proceed' }),
  'feedback.list': ({ flowId: id }) => ({ id }),
  'feedback.rate': ({ flowId, messageId }) => ({ flowId, messageId, rating: 'THUMBS_UP' }),
  'POST /api/v1/feedback': ({ flowId: chatflowid }) => ({
    ...{ chatflowid, chatId: 'chat', messageId: 'none', rating: 'THUMBS_UP' },
  }),
  'POST /api/v1/feedback/:id': ({ flowId: id }) => ({
    ...{ id, chatId: 'chat', messageId: 'none', rating: 'THUMBS_UP' },
  }),
  'PUT /api/v1/feedback/:id': () => ({ id: 'none', content: 'Good' }),
  'inbox.thread': ({ flowId, chatId }) => ({ flowId, chatId }),
  'inbox.markRead': ({ flowId, chatId }) => ({ flowId, chatId }),
  'privacy.export': ({ flowId, chatId }) => ({ flowId, chatId }),
  'privacy.erase': ({ flowId, chatId }) => ({ flowId, chatId }),
  'inbox.remove': ({ flowId, chatId }) => ({ flowId, chatIds: [chatId] }),
  'leads.list': ({ flowId: id }) => ({ id }),
  'leads.remove': () => ({ id: 'none' }),
  'leads.try': ({ flowId, chatId }) => ({ flowId, chatId, name: 'Ada' }),
  'POST /api/v1/leads': ({ flowId: chatflowid }) => ({ chatflowid, name: 'Ada' }),
  'speaking.speak': ({ flowId, messageId }) => ({ flowId, messageId }),
  'speaking.try': ({ flowId }) => ({
    ...{ flowId, text: 'Hello', provider: 'openai', credentialId: 'none', voice: '', model: '' },
  }),
  'writing.instruction': ({ flowId }) => ({ flowId, task: 'Answer briefly', model: aModel }),
  'writing.reply': ({ flowId, chatId }) => ({ flowId, chatId }),
  'writing.watchReply': ({ flowId, chatId, runId }) => ({ flowId, chatId, runId }),
  'writing.stopReply': ({ flowId, chatId, runId }) => ({ flowId, chatId, runId }),
  'writing.steps': ({ flowId }) => ({ flowId, description: 'Answer briefly', model: aModel }),
  'speaking.voices': () => ({ provider: 'openai', credentialId: 'none' }),
  'POST /api/v1/text-to-speech/generate': ({ flowId: chatflowId, messageId: chatMessageId }) => ({
    ...{ chatflowId, chatId: 'chat', chatMessageId },
  }),
  'POST /api/v1/text-to-speech/abort': ({ flowId: chatflowId, messageId: chatMessageId }) => ({
    ...{ chatflowId, chatId: 'chat', chatMessageId },
  }),
  'takeover.switchAi': ({ flowId: chatflowId, chatId }) => ({ chatflowId, chatId, disabled: true }),
  'takeover.write': ({ flowId: chatflowId, chatId }) => ({ chatflowId, chatId, content: 'Hello' }),
  'takeover.handBack': ({ flowId, chatId }) => ({ flowId, chatId, summary: 'Solved' }),
  'takeover.addNote': ({ flowId, chatId }) => ({ flowId, chatId, text: 'Call back' }),
  'takeover.removeNote': ({ flowId, chatId }) => ({ flowId, chatId, id: 'none' }),
  'mcpServer.get': ({ flowId: id }) => ({ id }),
  'mcpServer.offer': ({ flowId: id }) => ({ id, toolName: 'ask', description: 'Answers.' }),
  'mcpServer.update': ({ flowId: id }) => ({ id, enabled: false }),
  'mcpServer.disable': ({ flowId: id }) => ({ id }),
  'mcpServer.replaceToken': ({ flowId: id }) => ({ id }),
  'triggers.get': ({ flowId: id }) => ({ id }),
  'triggers.save': ({ flowId: id }) => ({ id, overlap: 'queue' }),
  'triggers.replaceSecret': ({ flowId: id }) => ({ id }),
  'triggers.removeSecret': ({ flowId: id }) => ({ id }),
  'triggers.status': ({ flowId: id }) => ({ id }),
  'triggers.enable': ({ flowId: id }) => ({ id, enabled: false }),
  'triggers.log': ({ flowId: id }) => ({ id }),
  'triggers.removeLogs': ({ flowId: id }) => ({ id, logIds: ['none'] }),
  'POST /api/v1/mcp/:id': ({ flowId: id }) => ({ id }),
  'POST /api/v1/mcp': () => ({}),
  'GET /api/v1/webhook/:id': ({ flowId: id }) => ({ id }),
  'POST /api/v1/webhook/:id': ({ flowId: id }) => ({ id }),
  'PUT /api/v1/webhook/:id': ({ flowId: id }) => ({ id }),
  'PATCH /api/v1/webhook/:id': ({ flowId: id }) => ({ id }),
  'DELETE /api/v1/webhook/:id': ({ flowId: id }) => ({ id }),
  'channels.get': ({ channelId: id }) => ({ id }),
  'channels.details': ({ channelId: id }) => ({ id }),
  'channels.check': () => ({ kind: 'webhook', values: { url: 'https://example.com' } }),
  'channels.create': () => ({ kind: 'webhook', values: { url: 'https://example.com' } }),
  'channels.serve': ({ channelId: id, flowId }) => ({ id, flowId }),
  'channels.replaceValues': ({ channelId: id }) => ({ id, values: { url: 'https://example.com' } }),
  'channels.sendTest': ({ channelId: id }) => ({ id, chatId: 'none', text: 'Hello' }),
  'channels.pause': ({ channelId: id }) => ({ id }),
  'channels.resume': ({ channelId: id }) => ({ id }),
  'channels.disconnect': ({ channelId: id }) => ({ id }),
  // Authorised by signatures: an unknown channel is gone.
  'GET /api/v1/channels/:id/events': () => ({ id: 'none' }),
  'POST /api/v1/channels/:id/events': () => ({ id: 'none' }),
  'pools.get': ({ poolId: id }) => ({ id }),
  'pools.create': () => ({ name: 'Shop knowledge' }),
  'pools.update': ({ poolId: id }) => ({ id, name: 'Renamed' }),
  'pools.remove': ({ poolId: id }) => ({ id }),
  'pools.beginUpload': ({ poolId }) => ({ poolId, name: 'a.txt', bytes: 5 }),
  'pools.completeUpload': ({ poolId, uploadId }) => ({ poolId, uploadId }),
  'pools.cancelUpload': ({ poolId, uploadId }) => ({ poolId, uploadId }),
  'PUT /api/v1/document-pools/:poolId/uploads/:uploadId': ({ poolId, uploadId }) => ({ poolId, uploadId }),
  // The SSRF guard blocks this URL, because only authorisation is tested.
  'pools.addUrl': ({ poolId }) => ({ poolId, url: 'http://10.0.0.1' }),
  'pools.addText': ({ poolId }) => ({ poolId, name: 'Hours', text: 'Open' }),
  'pools.replaceText': ({ poolId, sourceId }) => ({ poolId, sourceId, text: 'Closed' }),
  'pools.rename': ({ poolId, sourceId }) => ({ poolId, sourceId, name: 'Times' }),
  'pools.schedule': ({ poolId, sourceId }) => ({ poolId, sourceId, schedule: 'never' }),
  'pools.reread': ({ poolId }) => ({ poolId }),
  'pools.removeSource': ({ poolId, sourceId }) => ({ poolId, sourceId }),
  'pools.search': ({ poolId }) => ({ poolId, query: 'Open?' }),
  'pools.ask': ({ poolId }) => ({ poolId, question: 'Open?' }),
  'pools.sourceText': ({ poolId, sourceId }) => ({ poolId, sourceId }),
  'stores.get': () => ({ id: 'none' }),
  'stores.create': () => ({ name: 'Shop knowledge' }),
  'stores.update': () => ({ id: 'none', name: 'Knowledge' }),
  'stores.remove': () => ({ id: 'none' }),
  'stores.usedIn': () => ({ id: 'none' }),
  'stores.configs': () => ({ id: 'none', loaderId: 'none' }),
  'stores.toolDescription': () => ({ id: 'none', selectedChatModel: { name: 'chatOpenAI' } }),
  'stores.sources.preview': () => ({ storeId: 'none', loaderId: 'plainText' }),
  'stores.sources.save': () => ({ storeId: 'none', loaderId: 'plainText' }),
  'stores.sources.process': () => ({ storeId: 'none', id: 'none' }),
  'stores.sources.processAndWait': () => ({ storeId: 'none', id: 'none' }),
  'stores.sources.reread': () => ({ id: 'none' }),
  'stores.sources.cancel': () => ({ storeId: 'none', loaderId: 'none' }),
  'stores.sources.remove': () => ({ storeId: 'none', loaderId: 'none' }),
  'stores.sources.rename': () => ({ storeId: 'none', loaderId: 'none', name: 'Prices' }),
  'stores.sources.schedule': () => ({ storeId: 'none', loaderId: 'none', schedule: '0 3 * * *' }),
  'stores.chunks.page': () => ({ storeId: 'none', loaderId: 'all', ref: 1 }),
  'stores.chunks.update': () => ({
    ...{ storeId: 'none', loaderId: 'none', chunkId: 'none', pageContent: 'Soup', metadata: {} },
  }),
  'stores.chunks.remove': () => ({ storeId: 'none', loaderId: 'none', ref: 'none' }),
  'stores.chunks.removeMany': () => ({ storeId: 'none', ids: ['none'] }),
  'stores.testSet.get': () => ({ id: 'none' }),
  'stores.testSet.save': () => ({ id: 'none', questions: [] }),
  'stores.testSet.run': () => ({ id: 'none' }),
  'stores.saveConfig': () => ({ storeId: 'none' }),
  'stores.updateConfig': () => ({ storeId: 'none' }),
  'stores.insert': () => ({ storeId: 'none' }),
  'stores.upsert': () => ({ id: 'none' }),
  'stores.refresh': () => ({ id: 'none' }),
  'stores.removeVectors': () => ({ storeId: 'none' }),
  'stores.query': () => ({ storeId: 'none', query: 'Soup?' }),
  'stores.estimate': () => ({ id: 'none' }),
  'stores.testConnection': () => ({ storeId: 'none' }),
  'POST /api/v1/document-store/upsert/:id': () => ({ id: 'none' }),
  'messages.stats': ({ flowId: id }) => ({ id }),
  'messages.list': ({ flowId: id }) => ({ id }),
  'messages.listInternal': ({ flowId: id }) => ({ id }),
  'messages.remove': ({ flowId: id }) => ({ id }),
  'GET /api/v1/node-icon/:name': () => ({ name: 'chatOpenAI' }),
  'GET /api/v1/verify/apikey/:apikey': ({ apiKey: apikey }) => ({ apikey }),
  'GET /api/v1/chatflows/apikey/:apikey': ({ apiKey: apikey }) => ({ apikey }),
  'GET /api/v1/components-credentials-icon/:name': () => ({ name: 'openAIApi' }),
  'GET /api/v1/public-chatflows/:id': ({ flowId: id }) => ({ id }),
  'GET /api/v1/public-chatbotConfig/:id': ({ flowId: id }) => ({ id }),
  'GET /api/v1/chatflows-uploads/:id': ({ flowId: id }) => ({ id }),
  'GET /api/v1/get-upload-file': ({ flowId }) => ({ chatflowId: flowId, chatId: 'chat', fileName: 'a.png' }),
  'POST /api/v1/attachments/:chatflowId/:chatId': ({ flowId, chatId }) => ({ chatflowId: flowId, chatId }),
  'datasets.get': ({ datasetId: id }) => ({ id }),
  'datasets.create': () => ({ name: 'Sums' }),
  'datasets.update': ({ datasetId: id }) => ({ id, name: 'Renamed' }),
  'datasets.remove': ({ datasetId: id }) => ({ id }),
  'datasets.addRow': ({ datasetId }) => ({ datasetId, input: 'Hello?' }),
  'datasets.updateRow': ({ rowId: id }) => ({ id, output: 'Hi' }),
  'datasets.removeRow': ({ rowId: id }) => ({ id }),
  'datasets.removeRows': ({ rowId }) => ({ ids: [rowId] }),
  'datasets.reorder': ({ datasetId, rowId: id }) => ({ datasetId, rows: [{ id, sequenceNo: 2 }] }),
  'datasets.importCsv': ({ datasetId: id }) => ({ id, csv: 'Hello?,Hi' }),
  'datasets.exportCsv': ({ datasetId: id }) => ({ id }),
  'datasets.fromConversations': ({ datasetId: id }) => ({ id }),
  'evaluators.add': () => ({ name: 'Same', config: { kind: 'exact' } }),
  'evaluators.change': ({ evaluatorId: id }) => ({ id, name: 'Renamed' }),
  'evaluators.get': ({ evaluatorId: id }) => ({ id }),
  'evaluators.create': () => ({ name: 'Same', config: '{"kind":"exact"}' }),
  'evaluators.update': ({ evaluatorId: id }) => ({ id, name: 'Renamed' }),
  'evaluators.remove': ({ evaluatorId: id }) => ({ id }),
  'evaluations.gate.get': ({ flowId }) => ({ flowId }),
  'evaluations.gate.save': ({ flowId }) => ({
    ...{ flowId, isOn: false, datasetId: null, passLine: 0.6, needsMust: true, needsNotWorse: true },
    ...{ maxCostIncrease: null, maxMedianMs: null },
  }),
  'evaluations.gate.report': ({ flowId }) => ({ flowId }),
  'evaluations.get': ({ evaluationId: id }) => ({ id }),
  'evaluations.estimate': ({ flowId, datasetId }) => ({ flowId, datasetId, targets: [{ kind: 'draft' }] }),
  'evaluations.start': ({ flowId, datasetId }) => ({ flowId, datasetId, targets: [{ kind: 'draft' }] }),
  'evaluations.create': ({ flowId: chatflowId, datasetId }) => ({ chatflowId, datasetId }),
  'evaluations.runAgain': ({ evaluationId: id }) => ({ id }),
  'evaluations.versions': ({ evaluationId: id }) => ({ id }),
  'evaluations.isOutdated': ({ evaluationId: id }) => ({ id }),
  'evaluations.remove': ({ evaluationId: id }) => ({ id }),
  'evaluations.removeAll': ({ evaluationId }) => ({ ids: [evaluationId] }),
  'evaluations.stop': ({ evaluationId: id }) => ({ id }),
  'evaluations.resume': ({ evaluationId: id }) => ({ id }),
  'evaluations.runRow': ({ evaluationId: id }) => ({ id, row: 1 }),
  'evaluations.correct': ({ evaluationId: id, evaluatedId: versionId, evaluatorId }) => ({
    ...{ id, versionId, row: 1, evaluatorId, score: null },
  }),
  'evaluations.cheaperModels': ({ flowId }) => ({ flowId }),
  'evaluations.applyModel': ({ evaluationId: id, evaluatedId: versionId }) => ({ id, versionId }),
  'upsert.start': ({ flowId }) => ({ flowId, nodeId: 'faiss_0' }),
  'upsert.history': ({ flowId: id }) => ({ id }),
  'upsert.list': ({ flowId: subjectId }) => ({ subjectId }),
  'upsert.chunks': ({ upsertId }) => ({ id: upsertId }),
  'upsert.estimate': ({ flowId }) => ({ flowId, nodeId: 'faiss_0' }),
  'upsert.testRetrieval': ({ flowId }) => ({ flowId, nodeId: 'faiss_0', question: 'When?' }),
  'upsert.remove': ({ upsertId }) => ({ ids: [upsertId] }),
  'upsert.cancel': ({ flowId: id }) => ({ id }),
  'GET /api/v1/view-messages/:chatflowId/ws': ({ flowId: chatflowId }) => ({ chatflowId }),
  'POST /api/v1/vector/upsert/:id': ({ flowId: id }) => ({ id }),
  'POST /api/v1/vector/internal-upsert/:id': ({ flowId: id }) => ({ id }),
  'POST /api/v1/prediction/:id': ({ flowId: id }) => ({ id, question: 'Hello' }),
  'POST /api/v1/internal-prediction/:id': ({ flowId: id }) => ({ id, question: 'Hello' }),
}

const identities = ['anonymous', 'other', 'moderator', 'admin', 'owner'] as const
type Identity = (typeof identities)[number]

let world: World
beforeAll(async () => {
  world = await openWorld()
})

describe.each([...policy])('%s', (route, rule) => {
  test.each(identities)('as %s', async (identity) => {
    for (const call of callsOf(route)) {
      const headers = await world.headersOf(identity, route)
      const sample = samples[route] ?? (() => ({}))
      const request = call(sample(await world.thingsFor(sample)))

      const response = await world.app.inject({ ...request, headers })
      if (request.method !== 'GET' && response.statusCode < 400) {
        world.renewThings()
      }

      const [status, body] = [statusOf(response), response.body]
      expect({ status, body }).toSatisfy((answer: { status: number }) =>
        isAsPromised(rule, identity, answer.status),
      )
    }
  })
})

test('an API key has access only to what its permission names, and never to money or accounts', async () => {
  const { app, keyWith } = world
  const headers = { authorization: `Bearer ${await keyWith(['chatflows:view'])}` }
  const get = async (url: string) => (await app.inject({ url: `/api/v1${url}`, headers })).statusCode

  expect(await get('/chatflows')).toBe(200)
  expect(await get('/credentials')).toBe(403)
  expect(await get('/wallets/me')).toBe(403)
  expect(await get('/auth/me')).toBe(403)
  const create = await app.inject({
    method: 'POST',
    url: '/api/v1/chatflows',
    headers,
    payload: { type: 'CHATFLOW' },
  })
  expect(create.statusCode).toBe(403)
})

/** A subscription opens its stream before it is rejected, so the error is its first event. */
function statusOf({ statusCode, body }: { statusCode: number; body: string }) {
  const [, rejected] = /^event: serialized-error\ndata: .*"statusCode":(\d+)/m.exec(body) ?? []
  return rejected ? Number(rejected) : statusCode
}

function isAsPromised({ may, owned, moderated, administered }: Rule, identity: Identity, status: number) {
  if (may !== 'anyone' && identity === 'anonymous') {
    return status === 401
  }
  if (may === 'admin' && identity !== 'admin') {
    return status === 403
  }
  const isOpen = (moderated && identity === 'moderator') || (administered && identity === 'admin')
  const isOwners = owned && !isOpen
  if (isOwners && identity !== 'owner') {
    return status === 404
  }
  // Authorised: any status counts, except rejections and server errors.
  return status !== 401 && status !== 403 && status < 500 && !(owned && status === 404)
}

function callsOf(route: string): ((input: Record<string, unknown>) => InjectOptions)[] {
  const procedure = procedures[route]
  if (!procedure) {
    const [method = 'GET', url = ''] = route.split(' ')
    return [(input) => overRest(method, url, input)]
  }
  const { type, meta } = procedure._def
  const overTrpc = (input: Record<string, unknown>): InjectOptions =>
    type === 'mutation'
      ? { method: 'POST', url: `/trpc/${route}`, payload: input }
      : { method: 'GET', url: `/trpc/${route}`, query: { input: JSON.stringify(input) } }
  const { rest } = meta ?? {}
  return [
    overTrpc,
    ...(rest
      ? [(input: Record<string, unknown>) => overRest(rest.method, `/api/v1${rest.path}`, input)]
      : []),
  ]
}

function overRest(method: string, path: string, input: Record<string, unknown>): InjectOptions {
  const left = { ...input }
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = left[name]
    delete left[name]
    return encodeURIComponent(String(value))
  })
  const isQuery = method === 'GET' || method === 'DELETE'
  return {
    method: method as 'GET',
    url,
    ...(isQuery ? { query: left as Record<string, string> } : { payload: left }),
  }
}

async function openWorld() {
  // Stopped, so that the step-up of a sign-up is as fresh for the last call as for the first.
  const start = new Date()
  const { app, services, store, signUp } = await createTestApp({
    atEnd: afterAll,
    listen: true,
    now: () => start,
  })
  const admin = await signUp('root')
  const owner = await signUp('ada')
  const people = { admin, owner, other: await signUp('eve'), moderator: await signUp('mod') }
  await store.transaction(async (tx) => {
    await tx.update(users).set({ role: 'MODERATOR' }).where(eq(users.id, people.moderator.user.id))
  })
  const ada = { ...people.owner.user, via: 'session', sessionId: null, impersonatorId: null } as const
  const caller = { ...ada, apiKeyId: null, permissions: null }

  const input = createPaymentInput.parse(aTopUp)
  const from = { address: '127.0.0.1', idempotencyKey: undefined }
  const { orderId } = await services.payments.create(ada.id, input, from)

  const named = { keyName: 'In a path', permissions: ['chatflows:view'] }
  const adminCaller = { ...caller, ...admin.user }
  const origin = { address: '127.0.0.1', userAgent: 'test' }
  const keys = await services.apiKeys.create(adminCaller, named, origin)
  const apiKey = keys.find(({ keyName }) => keyName === named.keyName)?.apiKey ?? ''

  let created = new Map<Part, Promise<object>>()

  /** Shared by the calls until one of them succeeds, which may have changed or removed them. */
  async function thingsFor(sample: (things: Things) => unknown): Promise<Things> {
    const names: (keyof Things)[] = []
    sample(new Proxy({} as Things, { get: (_, name: keyof Things) => void names.push(name) }))
    const parts = await Promise.all([...new Set(names.map((name) => partOf[name]))].map(createOnce))
    return Object.assign({}, ...parts)
  }
  const renewThings = () => {
    created = new Map()
  }

  const creators: Record<Part, () => Promise<object>> = {
    account: async () => ({ userId: ada.id, orderId, apiKey }),
    flow: async () => {
      const flow = { name: 'Hers', type: 'CHATFLOW' as const, flowData: aDemoFlow() }
      const { id: flowId, versionId } = await services.flows.create(ada.id, flow)
      return { flowId, versionId }
    },
    credential: async () => {
      const credential = {
        ...{ name: 'Hers', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'secret' } },
      }
      const { id } = await services.credentials.create(caller, credential, origin)
      return { credentialId: id }
    },
    run: async () => {
      const messageId = services.newId()
      const opening = { ...(await openingOf()), messageId }
      return { messageId, runId: await runOnce(opening), chatId: opening.chatId }
    },
    execution: async () => ({
      executionId: await runOnce({ ...(await openingOf()), program: 'control' }),
    }),
    upsert: async () => ({ upsertId: await cancelledUpsert((await flow()).flowId) }),
    pool: createPool,
    channel: async () => {
      const values = { url: 'https://example.com' }
      const { id: channelId } = await services.channels.create(caller.id, { kind: 'webhook', values })
      return { channelId }
    },
    evaluation: async () => createEvaluation((await flow()).flowId),
  }

  function createOnce(part: Part) {
    const known = created.get(part) ?? creators[part]()
    created.set(part, known)
    return known
  }

  const flow = () => createOnce('flow') as Promise<{ flowId: string; versionId: string }>

  async function openingOf() {
    const chat = { chatId: 'chat', sessionId: 'chat', chatType: 'INTERNAL' as const }
    return {
      ...{ ...(await flow()), ...chat, userId: ada.id, messageId: services.newId() },
      ...{ memoryType: undefined, question: 'Hello', leadEmail: undefined },
    }
  }

  async function createPool() {
    const { pools } = services
    const { id: poolId } = await pools.create(caller, { name: 'Hers', description: '' })
    const { id: sourceId } = await pools.sources.addText(caller, { poolId, name: 'Hours', text: 'Open' })
    const { id: uploadId } = await pools.uploads.begin(caller, { poolId, name: 'hours.txt', bytes: 4 })
    return { poolId, sourceId, uploadId }
  }

  async function createEvaluation(flowId: string) {
    const { datasets, evaluators, evaluations } = services
    const csv = 'input,output\nHello,Hello\n'
    const { id: datasetId } = await datasets.create(ada.id, { name: 'Hers', description: '', flowId, csv })
    const { rows } = await datasets.get(ada.id, datasetId)
    const config = { kind: 'exact', ignoresCase: true } as const
    const { id: evaluatorId } = await evaluators.create(ada.id, { name: 'Same', config })
    await datasets.update(ada.id, { id: datasetId, evaluatorIds: [evaluatorId] })
    const targets = [{ kind: 'published' as const }]
    const { id: evaluationId } = await evaluations.start(caller, { flowId, datasetId, targets })
    await services.evaluations.stop(ada.id, evaluationId)
    const { versions } = await evaluations.get(ada.id, evaluationId)
    const rowId = rows[0]?.id ?? ''
    return { datasetId, rowId, evaluatorId, evaluationId, evaluatedId: versions[0]?.id ?? '' }
  }

  async function cancelledUpsert(subjectId: string) {
    const beginning = {
      ...{ kind: 'upsert', subjectId, userId: ada.id, input: {} },
      ...{ nodeId: 'faiss_0', nodes: [], isDraft: false, startedBy: 'ada' },
    }
    const { jobId, upsertId } = await store.transaction((tx) => services.upsertHistory.begin(tx, beginning))
    await services.jobs.cancel(jobId)
    return upsertId
  }

  async function runOnce(opening: Parameters<typeof services.runs.start>[0]) {
    const run = services.runs.start(opening)
    await run.log.append({ type: 'run_finished', text: 'Hi', usage: run.totals.usage })
    run.close()
    return run.id
  }

  async function headersOf(identity: Identity, route: string): Promise<Record<string, string>> {
    if (identity === 'anonymous') {
      return {}
    }
    // These calls end their own session.
    return route === 'auth.logout' ? logIn(people[identity].user.username) : people[identity].headers
  }

  async function logIn(username: string) {
    const payload = { username, password: passwordOf(username) }
    const { token } = (await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })).json()
    return { authorization: `Bearer ${token}` }
  }

  async function keyWith(permissions: string[]) {
    const keys: { keyName: string; apiKey: string }[] = (
      await admin.call('POST', '/apikey', { keyName: 'Test', permissions })
    ).json()
    return keys.find(({ keyName }) => keyName === 'Test')?.apiKey ?? ''
  }

  return { app, thingsFor, renewThings, headersOf, keyWith }
}
