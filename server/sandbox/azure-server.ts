import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WireError } from './model-contract.ts'
import { sendWireErrors } from './model-server.ts'
import { mountResponses } from './responses.ts'
import { createShelf } from './vector-stores.ts'

const deployments = ['flowtill-demo', 'sandbox']

/** The v1 API of an Azure OpenAI resource: its own header for the key, and deployments in place of models. */
export async function mountAzureServer(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => requireKey(request))
  sendWireErrors(app)
  const shelf = createShelf()
  await app.register(shelf.mount)
  mountResponses(app, shelf, requireDeployment)
}

/** Azure reads a bearer token as one of Entra ID, so a key sent that way is rejected like a wrong key. */
function requireKey({ headers }: FastifyRequest) {
  if (!String(headers['api-key']).startsWith('sandbox')) {
    throw new WireError(
      401,
      'Access denied due to invalid subscription key or wrong API endpoint. Keys of this sandbox start with "sandbox".',
    )
  }
}

function requireDeployment(name: string) {
  if (!deployments.includes(name)) {
    throw new WireError(404, 'The API deployment for this resource does not exist.')
  }
}
