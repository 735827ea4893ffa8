import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { catalogue } from '../nodes/catalogue.ts'
import { iconSvg } from '../nodes/icons.ts'
import { markOfCredential } from '../nodes/marks/marks.ts'
import type { PlainRouteDocs } from './openapi/route-docs.ts'
import { createSharedResponses } from './shared-response.ts'

type Named = FastifyRequest<{ Params: { name: string } }>

const docs: PlainRouteDocs = {
  id: 'getNodeIcon',
  tag: 'Nodes',
  summary: 'Get the icon of a node',
  response: {
    'image/svg+xml': { schema: { type: 'string' }, example: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  },
}
const credentialDocs: PlainRouteDocs = {
  ...docs,
  id: 'getCredentialTypeIcon',
  tag: 'Credentials',
  summary: 'Get the icon of a credential type',
}
const picture = { type: 'image/svg+xml', cacheControl: 'public, max-age=86400' }

export function mountNodeIcons(app: FastifyInstance) {
  const { send } = createSharedResponses()
  const sendIcon = (request: Named, reply: FastifyReply, kind: string, icon: string | undefined) => {
    const svg = iconSvg(icon ?? '')
    if (!svg) {
      throw new AppError('NOT_FOUND', `There is no ${kind} named ${request.params.name}.`)
    }
    return send(request, reply, svg, picture)
  }

  app.get('/node-icon/:name', { config: { docs } }, (request: Named, reply) =>
    sendIcon(request, reply, 'node', catalogue.get(request.params.name)?.icon),
  )

  app.get(
    '/components-credentials-icon/:name',
    { config: { docs: credentialDocs } },
    (request: Named, reply) => {
      const { name } = request.params
      const users = [...catalogue.values()].filter(({ credential }) => credential?.name === name)
      return sendIcon(request, reply, 'credential', markOfCredential(name, users))
    },
  )
}
