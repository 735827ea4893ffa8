import { apiKeySchema } from '#shared/api-keys.ts'
import { assistantSchema } from '#shared/assistants.ts'
import { createCredentialInput, credentialSchema, openCredentialSchema } from '#shared/credentials.ts'
import { exportSchema, importPreviewSchema, importResultSchema } from '#shared/export-import.ts'
import { createFlowInput, flowIssueSchema, flowSchema } from '#shared/flows.ts'
import { nodeInputSchema, nodeTemplateSchema } from '#shared/node-schemas.ts'
import { customRowSchema, shippedRowSchema } from '#shared/templates.ts'
import { toolSchema } from '#shared/tools.ts'
import { upsertResultSchema } from '#shared/upserts.ts'
import { deleteResult, variableSchema } from '#shared/variables.ts'
import { name } from './registry.ts'

const flowFields = {
  flowData: 'JSON text of `{ nodes, edges, viewport }`.',
  type: '`CHATFLOW`; `AGENTFLOW` and `MULTIAGENT` are agent flows; `ASSISTANT` belongs to an assistant.',
  isPublic: 'Whether the flow answers without credentials.',
  apikeyid: 'Id of the API key without which the flow does not answer.',
  category: 'Tags, joined with `;`.',
  description: 'What the flow is for, shown in lists. At most 500 characters.',
  chatbotConfig: 'JSON text: starter prompts, feedback, leads, allowed origins, theme.',
  apiConfig: 'JSON text: rate limit and what `overrideConfig` may change.',
  analytic: 'JSON text: tracing services.',
  speechToText: 'JSON text: how recordings are transcribed.',
  textToSpeech: 'JSON text: how answers are read aloud.',
  followUpPrompts: 'JSON text: how next questions are suggested.',
}

name('Flow', flowSchema, 'A flow and its settings.', flowFields)
name('CreateFlow', createFlowInput, 'A flow to create. Absent fields get defaults.', flowFields)
name('FlowIssue', flowIssueSchema, 'What keeps one node of a flow from running.', {
  id: 'Id of the node in the flow.',
  label: 'Label of the node.',
  name: 'Type of the node, as in `listNodes`.',
  issues: 'One sentence per issue.',
})
name('NodeTemplate', nodeTemplateSchema, 'A node that flows can be built from.')
name('NodeInput', nodeInputSchema, 'An input of a node: a field of its form, or a port to connect.')
name('UpsertResult', upsertResultSchema, 'Counts of document chunks after an upsert.')
name('Credential', credentialSchema, 'A stored credential without its secrets.', {
  credentialName: 'The credential type, such as `openAIApi`.',
  shared: 'Made by an administrator for all users, who pay for its use from their wallets.',
  own: 'Whether the caller may change it.',
})
name('CredentialWithFields', openCredentialSchema, 'A credential with its fields; secret ones are masked.')
name('CreateCredential', createCredentialInput, 'A credential to store.', {
  credentialName: 'The credential type, such as `openAIApi`.',
  plainDataObj: 'Values by the field names of the credential type.',
})
name('Tool', toolSchema, 'A custom tool.', {
  schema: 'JSON text: an array of `{ property, description, type, required }`.',
  func: 'The JavaScript function body.',
})
name('Variable', variableSchema, 'A value that flows read as `{{$vars.name}}`.', {
  value: 'Empty for a `runtime` variable, which is read from the environment of the server.',
})
name('Assistant', assistantSchema, 'An assistant.', {
  details: 'JSON text: name, model, instructions and tools.',
  credential: 'Id of the credential.',
})
name('Template', shippedRowSchema, 'A template that comes with this server.')
name('CustomTemplate', customRowSchema, 'A template saved on this server.')
name('ExportData', exportSchema, 'An export. Every array is present, empty when it was not requested.')
name('ImportPreview', importPreviewSchema, 'What an import would create.')
name('ImportResult', importResultSchema, 'What an import created, by kind.')
name('DeleteResult', deleteResult, 'The result of a deletion.', { affected: 'Number of deleted rows.' })
name('ApiKey', apiKeySchema, 'An API key.', {
  apiKey: 'The whole key in the response that creates it; afterwards only its ends.',
  chatFlows: 'Flows that answer only with this key.',
})
