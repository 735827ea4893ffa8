// A plain route: it answers with a picture.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { catalogue } from '../nodes/catalogue.ts'
import { iconSvg } from '../nodes/icons.ts'
import { createSharedResponses } from './shared-response.ts'

export function mountNodeIcons(app: FastifyInstance) {
  const { send: sendShared } = createSharedResponses()
  app.get('/node-icon/:name', (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const { name } = request.params
    const svg = iconSvg(catalogue.get(name)?.icon ?? '')
    if (!svg) {
      throw new AppError('NOT_FOUND', `There is no node named ${name}.`)
    }
    return sendShared(request, reply, svg, { type: 'image/svg+xml', cacheControl: 'public, max-age=86400' })
  })
}
